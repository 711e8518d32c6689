import { setImmediate } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import type { Logger } from "@workspace-agent/core";

/** A step moves so many pages: other writes wait for it a few milliseconds. */
const STEP_PAGES = 64;
/** Up to this size, a database that cannot shrink is rewritten at the start; a larger one would hold the start up for long. */
const MAX_REWRITTEN_BYTES = 64 * 2 ** 20;
/** What `pragma auto_vacuum` says of a database that shrinks when it is asked to. */
const INCREMENTAL = 2;

const numberOf = (database: Database, name: string) => Number(database.pragma(name, { simple: true }));

/** Makes a database that has no table yet one that can shrink. Called before anything else: later it takes a rewrite. */
export function chooseShrinking(database: Database): void {
  database.pragma("auto_vacuum = INCREMENTAL");
}

/** Rewrites the database of an older version so that it can shrink, where that takes a moment only. */
export function allowShrinking(database: Database, logger: Logger): void {
  if (numberOf(database, "page_count") === 0 || numberOf(database, "auto_vacuum") === INCREMENTAL) return;
  const bytes = numberOf(database, "page_count") * numberOf(database, "page_size");
  if (bytes > MAX_REWRITTEN_BYTES) {
    logger.warn({ bytes }, "The SQLite file does not shrink until it is rewritten: see docs/retention.md.");
    return;
  }
  try {
    chooseShrinking(database);
    database.exec("vacuum");
  } catch (error) {
    logger.warn({ error, bytes }, "The SQLite file could not be rewritten, and does not shrink.");
  }
}

/** Returns some free pages to the file system, outside of a transaction. False: there was nothing to return. */
function shrinkStep(database: Database): boolean {
  const free = numberOf(database, "freelist_count");
  if (free === 0 || numberOf(database, "auto_vacuum") !== INCREMENTAL) return false;
  // Only `exec` runs the pragma to its end: each page is a row of its own.
  database.exec(`pragma incremental_vacuum(${STEP_PAGES})`);
  return numberOf(database, "freelist_count") < free;
}

/**
 * Returns all free pages to the file system, step by step; `withWriter` waits for the writer's turn. The file itself becomes shorter
 * when the log is copied into it.
 */
export async function shrink(
  withWriter: <T>(work: (database: Database) => T) => Promise<T>,
  signal: AbortSignal,
): Promise<void> {
  let hasShrunk = false;
  while (!signal.aborted && (await withWriter(shrinkStep))) {
    hasShrunk = true;
    await setImmediate();
  }
  if (hasShrunk) await withWriter((database) => database.pragma("wal_checkpoint(PASSIVE)"));
}
