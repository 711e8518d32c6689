import { createHash } from "node:crypto";
import { CommandError } from "./exit-codes.ts";
import { parsedJson } from "./json.ts";

interface Entry {
  readonly seq: number;
  readonly previous: string;
  readonly hash: string;
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const { seq, previous, hash } = value as Partial<Entry>;
  return typeof seq === "number" && typeof previous === "string" && typeof hash === "string";
}

/** JSON with sorted keys, which instances hash. */
function canonical(value: object): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner !== "object" || inner === null || Array.isArray(inner)
      ? inner
      : Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}

/** Verifies an exported audit log. Throws a `CommandError` that names the first invalid entry, or if no entry has the hash `contained`. */
export async function verifyAuditLog(
  lines: AsyncIterable<string>,
  contained: string | null,
): Promise<{ readonly count: number; readonly last: string }> {
  let count = 0;
  let last = "0".repeat(64);
  let isContained = contained === null;
  for await (const line of lines) {
    if (line === "") continue;
    const number = count + 1;
    const entry = parsedJson(line);
    if (!isEntry(entry)) throw new CommandError(`Line ${number} is not an entry of an audit log.`);
    if (entry.seq !== number)
      throw new CommandError(`Entry ${number} is missing: found entry ${entry.seq} instead.`);
    if (entry.previous !== last)
      throw new CommandError(`Entry ${number} does not follow the one before it: \`previous\` differs.`);
    const { hash, ...content } = entry;
    if (createHash("sha256").update(canonical(content)).digest("hex") !== hash)
      throw new CommandError(`Entry ${number} was changed: its hash differs.`);
    last = hash;
    isContained ||= hash === contained;
    count = number;
  }
  if (count === 0) throw new CommandError("The file contains no audit log entries.");
  if (!isContained) throw new CommandError(`No entry has the hash ${contained}: entries were removed.`);
  return { count, last };
}
