import Sqlite, { type Database } from "better-sqlite3";
import { DomainError } from "@workspace-agent/core";
import { isBusy } from "./sqlite-errors.ts";

/** A lock that the system takes back when the process ends, however it ends. */
export interface ProcessLock {
  release(): void;
}

/** What holds the locks: a database that nobody refers to would be collected, and closed. */
const held = new Set<Database>();

/**
 * Takes the lock that a file stands for; throws `overloaded` when it is held already. Node has no file locks of its
 * own: an open exclusive transaction on an empty SQLite database holds one.
 */
export function lockProcess(file: string): ProcessLock {
  const database = new Sqlite(file, { timeout: 0 });
  try {
    database.pragma("journal_mode = MEMORY");
    database.exec("begin exclusive");
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    throw new DomainError("overloaded", "Another process has the database file open.", { cause: error });
  }
  held.add(database);
  return {
    release() {
      held.delete(database);
      database.close();
    },
  };
}
