import { chmodSync } from "node:fs";
import Sqlite, { type Database } from "better-sqlite3";
import { DomainError } from "@workspace-agent/core";
import { toStartError } from "./sqlite-errors.ts";
import { claimFiles } from "./sqlite-files.ts";

/** Pages that are copied before the process looks at anything else. */
const STEP_PAGES = 10_000;

/** What a copy of a database holds. */
export interface SqliteBackup {
  readonly workspaces: number;
  readonly sessions: number;
  readonly events: number;
}

function countsOf(database: Database): SqliteBackup {
  const rowsIn = (table: "workspaces" | "sessions" | "events") =>
    database.prepare<[], { count: number }>(`select count(*) as count from ${table}`).get()?.count ?? 0;
  return { workspaces: rowsIn("workspaces"), sessions: rowsIn("sessions"), events: rowsIn("events") };
}

/** One transaction: writes of others meanwhile neither wait nor make the copy begin again. */
async function copySnapshot(file: string, to: string): Promise<void> {
  const source = new Sqlite(file, { readonly: true, fileMustExist: true });
  try {
    source.exec("begin");
    source.prepare("select count(*) from sqlite_schema").get();
    await source.backup(to, { progress: () => STEP_PAGES });
  } finally {
    source.close();
  }
}

/**
 * Copies the database of a store into a new file, as it is at one moment, while another process may use it. The copy is checked, is one
 * file, and can be read by its owner alone. Throws where there is no database, or the copy is damaged.
 */
export async function backUpSqlite(file: string, to: string): Promise<SqliteBackup> {
  try {
    await copySnapshot(file, to);
    chmodSync(to, 0o600);
    const copy = new Sqlite(to);
    try {
      copy.pragma("journal_mode = DELETE");
      const found = copy.pragma("quick_check(1)", { simple: true });
      if (found !== "ok")
        throw new DomainError("internal", "The copy of the database is damaged.", {
          cause: new Error(String(found)),
        });
      return countsOf(copy);
    } finally {
      copy.close();
    }
  } catch (error) {
    throw DomainError.isInstance(error) ? error : toStartError(error);
  }
}

/** Keeps every store from using a database file, which need not be there, until it is released. Throws `overloaded` where one uses it. */
export function claimSqliteFile(file: string): { release(): void } {
  try {
    const { lock } = claimFiles(file, { makes: false });
    return { release: () => lock?.release() };
  } catch (error) {
    throw DomainError.isInstance(error) ? error : toStartError(error);
  }
}
