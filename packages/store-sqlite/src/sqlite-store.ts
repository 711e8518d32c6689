import {
  DomainError,
  silentLogger,
  systemClock,
  type Clock,
  type Logger,
  type CompleteStore,
} from "@workspace-agent/core";
import { leaseTime } from "@workspace-agent/core/ports";
import {
  buildLaterIndexes,
  finishRemovals,
  migrate,
  ReadCache,
  sqlRepositories,
  StoreExecutor,
  voidLeases,
  forgetStagedLines,
  freeUnfinishedKeys,
  writeCheck,
  type Db,
} from "@workspace-agent/store-sql";
import type { Database } from "better-sqlite3";
import { Kysely } from "kysely";
import { DurableTransactions } from "./durable-transactions.ts";
import { LogFlush, openLog } from "./log-flush.ts";
import { toDomainError, toStartError } from "./sqlite-errors.ts";
import { claimFiles, openReader, openWriter, type SqliteFiles } from "./sqlite-files.ts";
import { SqliteDriver } from "./sqlite-driver.ts";
import { SqliteKyselyDialect } from "./sqlite-kysely-dialect.ts";
import { allowShrinking, shrink } from "./sqlite-space.ts";
import { sqliteSqlDialect } from "./sqlite-sql-dialect.ts";

export interface SqliteStoreOptions {
  /** The path of the database file, made if need be; `:memory:` keeps everything in this process, and is gone with it. */
  readonly file: string;
  readonly logger?: Logger;
  /** What leases are measured by. Default: the system's. */
  readonly clock?: Clock;
}

/** `check` writes to the disk, and anybody may ask: its answer holds for a while. */
const CHECK_HOLDS_MS = 1_000;

/**
 * A store in one SQLite file, for one process: a lock beside the file is held from `start` to `close`, and a second
 * process is refused (`overloaded`). What a write has told of is on the disk. Writes take turns on one connection. Reads
 * outside of transactions use another: they see what is committed and wait for nobody (with `:memory:`, they wait for
 * the open transaction). A write to the store itself from inside one of its transactions waits forever.
 * Once closed it cannot be started again: make another.
 */
export function sqliteStore(options: SqliteStoreOptions): CompleteStore {
  const { file, logger = silentLogger, clock = systemClock } = options;
  const now = leaseTime(clock);
  let files: SqliteFiles | null = null;
  let checkedAt = -Infinity;

  const pathOfStarted = (): string => {
    if (files === null) throw new DomainError("internal", "The store is not started.");
    return files.path;
  };
  const log = new LogFlush(() => openLog(pathOfStarted()));
  let hasLog = false;
  const driver = new SqliteDriver(
    () => {
      const opened = openWriter(pathOfStarted(), now);
      hasLog = opened.hasLog;
      return opened.database;
    },
    () => {
      if (hasLog) log.committed();
    },
  );
  const writer: Db = new Kysely({ dialect: new SqliteKyselyDialect("writer", driver) });
  const reader: Db =
    file === ":memory:"
      ? writer
      : new Kysely({
          dialect: new SqliteKyselyDialect(
            "reader",
            new SqliteDriver(() => openReader(pathOfStarted(), now)),
          ),
        });

  const transactions = new DurableTransactions(writer, driver, log);
  const executor = new StoreExecutor({
    reader,
    writer,
    dialect: sqliteSqlDialect,
    cache: new ReadCache(),
    transactions,
    writesInTransactions: true,
  });
  const repositoriesOf = sqlRepositories(writer, sqliteSqlDialect);
  const checkWriting = writeCheck(writer);

  const withWriter = <T>(work: (database: Database) => T): Promise<T> =>
    writer.connection().execute(async () => driver.opened().use(work));

  async function close(): Promise<void> {
    await transactions.settled();
    await log.close();
    if (reader !== writer) await reader.destroy();
    await writer.destroy();
    files?.lock?.release();
    files = null;
  }

  return {
    ...repositoriesOf(executor),
    async start() {
      if (files !== null) throw new DomainError("internal", "The store is started already.");
      try {
        files = claimFiles(file);
        await withWriter((database) => allowShrinking(database, logger));
        await migrate(writer, sqliteSqlDialect);
        await buildLaterIndexes(writer);
        await voidLeases(writer, executor);
        await freeUnfinishedKeys(writer, executor);
        await forgetStagedLines(writer, executor);
        await finishRemovals(writer, sqliteSqlDialect, executor);
        await log.flushed();
        logger.debug({ file }, "The SQLite store is open.");
      } catch (error) {
        await close();
        throw DomainError.isInstance(error) ? error : toStartError(error);
      }
    },
    transaction: (work, whenWritten) =>
      executor.atomic((inside) => work(repositoriesOf(inside)), whenWritten),
    async check() {
      if (clock.monotonic() - checkedAt < CHECK_HOLDS_MS) return;
      await checkWriting(executor);
      checkedAt = clock.monotonic();
    },
    now: async () => now(),
    async shrink(signal) {
      try {
        await shrink(withWriter, signal);
      } catch (error) {
        throw toDomainError(error);
      }
    },
    close,
  };
}
