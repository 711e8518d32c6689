import { DomainError } from "@workspace-agent/core";
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

/** Primary result codes (https://sqlite.org/rescode.html), codes of the file system, and what a caller may know of them. */
const DETAILS: readonly (readonly [prefix: string, detail: string])[] = [
  ["SQLITE_FULL", "The disk of the database is full."],
  ["SQLITE_IOERR", "The disk of the database fails."],
  ["SQLITE_READONLY", "The database cannot be written to."],
  ["SQLITE_CANTOPEN", "The database file cannot be opened."],
  ["SQLITE_NOTADB", "The database file is not a database."],
  ["SQLITE_CORRUPT", "The database file is damaged."],
  ["EIO", "The disk of the database fails."],
  ["ENOSPC", "The disk of the database is full."],
  ["E", "The database file cannot be opened."],
];

export function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED");
}

/** Says what is wrong without SQL, paths or values; the cause is for the log. */
export function toDomainError(error: unknown): DomainError {
  if (isBusy(error)) {
    return new DomainError("overloaded", "Another process keeps the database busy.", { cause: error });
  }
  const code = codeOf(error);
  const [, detail] = DETAILS.find(([prefix]) => code.startsWith(prefix)) ?? [code, "The database failed."];
  return new DomainError("internal", detail, { cause: error });
}
