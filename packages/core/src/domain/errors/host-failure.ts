import { DomainError } from "./domain-error.ts";

/** Causes of causes that are looked at. */
const DEEPEST = 5;
const RETRY_AFTER_S = 30;

const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL", "53100"]);
const FAILING: ReadonlySet<string> = new Set(["EIO", "EROFS", "ESTALE", "ENODEV", "EUCLEAN", "58030"]);
/** SQLite has a code for each call that can fail. */
const FAILING_CALL = /^SQLITE_IOERR/;

function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  let at = error;
  for (let depth = 0; depth < DEEPEST && at instanceof Error; depth++, at = at.cause)
    if ("code" in at && typeof at.code === "string") codes.push(at.code);
  return codes;
}

/**
 * `overloaded` where an error, or what caused it, is that a disk is full or fails: by the codes of systems, of SQLite and of Postgres; else null.
 * The disk is the host's, whoever writes to it: no caller receives a quota error for it, and no turn fails.
 */
export function hostFailure(error: unknown, whose = "this host"): DomainError | null {
  const codes = codesOf(error);
  const isFull = codes.some((code) => FULL.has(code));
  if (!isFull && !codes.some((code) => FAILING.has(code) || FAILING_CALL.test(code))) return null;
  const detail = `The disk of ${whose} ${isFull ? "is full" : "fails"}.`;
  return new DomainError("overloaded", detail, { cause: error, retryAfter: RETRY_AFTER_S });
}

/**
 * Whether the store or the host's disk is unavailable just now, as stores and volumes report by `overloaded`. Nobody knows whether a
 * commit that was under way succeeded. The code of a system in what a command or a tool throws does not mean this host's disk.
 */
export function isStoreUnavailable(error: unknown): boolean {
  return DomainError.isInstance(error) && error.code === "overloaded";
}
