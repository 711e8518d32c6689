import { DomainError } from "@workspace-agent/core";
import { hostFailure } from "@workspace-agent/core/ports";
import type { Violation } from "@workspace-agent/store-sql";

const UNIQUE = new Set([
  "SQLITE_CONSTRAINT_UNIQUE",
  "SQLITE_CONSTRAINT_PRIMARYKEY",
  "SQLITE_CONSTRAINT_ROWID",
]);

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

export function violation(error: unknown): Violation | null {
  const code = codeOf(error);
  if (UNIQUE.has(code)) return "unique";
  return code === "SQLITE_CONSTRAINT_FOREIGNKEY" ? "foreign_key" : null;
}

type Told = readonly [prefix: string, code: "overloaded" | "internal", detail: string];

/**
 * Primary result codes (https://sqlite.org/rescode.html), codes of the file system, and what a caller may know of them. Of a file that an open
 * database cannot read any more SQLite says that it is damaged, also where its disk has just gone: what needs it waits.
 */
const TOLD: readonly Told[] = [
  ["SQLITE_READONLY", "overloaded", "The database cannot be written to."],
  ["SQLITE_CANTOPEN", "overloaded", "The database file cannot be opened."],
  ["SQLITE_CORRUPT", "overloaded", "The database cannot be read: its disk fails, or the file is damaged."],
  ["SQLITE_NOTADB", "internal", "The database file is not a database."],
  ["E", "internal", "The database file cannot be opened."],
];

export function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED");
}

/** As `toDomainError`, of a database that is just opened: a file that cannot be is in the wrong place. */
export function toStartError(error: unknown): DomainError {
  const known = toDomainError(error);
  if (!codeOf(error).startsWith("SQLITE_CANTOPEN")) return known;
  return new DomainError("internal", known.detail, { cause: error });
}

/** Says what is wrong without SQL, paths or values; the cause is for the log. */
export function toDomainError(error: unknown): DomainError {
  if (isBusy(error)) {
    return new DomainError("overloaded", "Another process keeps the database busy.", { cause: error });
  }
  const ofHost = hostFailure(error, "the database");
  if (ofHost !== null) return ofHost;
  const found = codeOf(error);
  const [, code, detail] = TOLD.find(([prefix]) => found.startsWith(prefix)) ?? [
    found,
    "internal" as const,
    "The database failed.",
  ];
  return new DomainError(code, detail, { cause: error });
}
