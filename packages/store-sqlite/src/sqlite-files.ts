import { closeSync, existsSync, mkdirSync, openSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import Sqlite, { type Database } from "better-sqlite3";
import { flushFolder } from "./flush-folder.ts";
import { lockProcess, type ProcessLock } from "./process-lock.ts";
import { NOW_FUNCTION } from "./sqlite-sql-dialect.ts";
import { chooseShrinking } from "./sqlite-space.ts";

/** Somebody looks into the file with another program: wait that long, in milliseconds. Nothing else of the process runs meanwhile. */
const BUSY_TIMEOUT_MS = 1_000;
/** What a burst of writes may leave of the log beside the database. */
const MAX_LOG_BYTES = 64 * 2 ** 20;

export interface SqliteFiles {
  readonly lock: ProcessLock | null;
  /** The path under which the connections open the database: two names of one file share its lock. */
  readonly path: string;
}

/**
 * Makes a file, readable by its owner alone, unless it is there. One that is there is not even opened: to close it
 * again would take from this process every lock that it holds on the file (POSIX `fcntl`).
 */
function makeFile(file: string): void {
  if (existsSync(file)) return;
  closeSync(openSync(file, "ax", 0o600));
}

/** Makes a folder with those above it, and brings their names to the disk. */
function makeFolder(path: string): void {
  const folder = resolve(path);
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made !== dirname(first); made = dirname(made)) flushFolder(dirname(made));
}

/** Takes the lock of a database file for this process. `makes`: an empty file where there is none; default true. */
export function claimFiles(file: string, { makes = true } = {}): SqliteFiles {
  if (file === ":memory:") return { lock: null, path: file };
  makeFolder(dirname(file));
  if (makes) makeFile(file);
  const path = existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));
  const lockFile = `${path}.lock`;
  makeFile(lockFile);
  return { lock: lockProcess(lockFile), path };
}

export interface Writer {
  readonly database: Database;
  /** What is committed is in the log beside the database, and still to be brought to the disk. Else it is on the disk. */
  readonly hasLog: boolean;
}

/** The one connection that writes. A folder of the network may have no log, nor has memory. */
export function openWriter(path: string, now: () => number): Writer {
  const database = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    chooseShrinking(database);
    const hasLog = database.pragma("journal_mode = WAL", { simple: true }) === "wal";
    database.pragma(`synchronous = ${hasLog ? "NORMAL" : "FULL"}`);
    database.pragma(`journal_size_limit = ${MAX_LOG_BYTES}`);
    database.pragma("foreign_keys = ON");
    database.function(NOW_FUNCTION, now);
    return { database, hasLog };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A connection that sees what is committed and waits for no transaction. */
export function openReader(path: string, now: () => number): Database {
  const database = new Sqlite(path, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  database.function(NOW_FUNCTION, now);
  return database;
}
