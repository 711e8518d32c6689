import {
  DomainError,
  silentLogger,
  systemClock,
  type Clock,
  type Logger,
  type SharedStore,
} from "@workspace-agent/core";
import {
  clockReader,
  finishRemovals,
  sqlCluster,
  sqlRepositories,
  StoreExecutor,
  writeCheck,
  type Database,
  type Db,
  type SqlDialect,
} from "@workspace-agent/store-sql";
import { Kysely, sql } from "kysely";
import type { Pool } from "pg";
import { channelOf, Hints } from "./hints/hints.ts";
import { listenDirectly, listenInPool } from "./hints/listening-connection.ts";
import { migrateTogether } from "./migrate-together.ts";
import { driverError, isDisconnect, toDomainError } from "./postgres-errors.ts";
import { IDLE_IN_TRANSACTION_MS, PostgresDriver } from "./postgres-driver.ts";
import { PostgresKyselyDialect } from "./postgres-kysely-dialect.ts";
import { PostgresTransactions } from "./postgres-transactions.ts";
import { hearErrors, openPool, type PostgresClient, type PostgresPool } from "./postgres-pool.ts";
import { PreparedStatements } from "./prepared-statements.ts";
import { postgresSqlDialect } from "./postgres-sql-dialect.ts";
import { retryConflicts } from "./retry-conflicts.ts";

interface CommonOptions {
  /** Where the tables are; made if need be. Default `workspace_agent`. Statements name it, whatever the search path is. */
  readonly schema?: string;
  /** After how many milliseconds a statement is given up. Default 30,000; 0: never. With a pool of the host's, or a pooler in transaction mode, in transactions only. */
  readonly statementTimeoutMs?: number;
  /** How many milliseconds a connection may take, or the waiting for a free one. Default 5,000. */
  readonly connectTimeoutMs?: number;
  /** Whether there is a pooler in transaction mode between. Then nothing is asked of a connection that outlives a transaction. Default false. */
  readonly transactionPooling?: boolean;
  /**
   * How other instances are heard: `true`, by LISTEN on a connection of its own; an address, by LISTEN there, past a pooler;
   * `false`, by looking once a second. Default: `true`, but `false` with `transactionPooling`.
   */
  readonly listen?: boolean | { readonly connectionString: string };
  readonly logger?: Logger;
  /** For time-outs and polls. Leases go by the database's clock alone. */
  readonly clock?: Clock;
}

interface OwnPool {
  /** `postgres://user:password@host:port/database`. */
  readonly connectionString: string;
  /** Connections at most; one more is used to listen. Default 10. */
  readonly poolSize?: number;
  readonly pool?: never;
}

interface HostsPool {
  /** A `Pool` of `pg`, which is the host's to close. With `listen`, one of its connections is kept. */
  readonly pool: PostgresPool;
  readonly connectionString?: never;
}

export type PostgresStoreOptions = CommonOptions & (OwnPool | HostsPool);

/** `check` writes, and anybody may ask: its answer holds for a while. */
const CHECK_HOLDS_MS = 1_000;

/**
 * A store in a Postgres database, for any number of instances. A write to the store itself from inside one of its transactions
 * takes a second connection, and waits forever where the transaction holds what it needs. A database that cannot be reached is `overloaded`,
 * which may be tried again. Once closed it cannot be started again: make another.
 */
export function postgresStore(options: PostgresStoreOptions): SharedStore {
  return postgresStoreOn(options, postgresSqlDialect);
}

/** The same with a dialect of one's own, whose `now` tests may set. */
export function postgresStoreOn(options: PostgresStoreOptions, dialect: SqlDialect): SharedStore {
  const { schema = "workspace_agent", logger = silentLogger, clock = systemClock } = options;
  const { statementTimeoutMs = 30_000, connectTimeoutMs = 5_000, transactionPooling = false } = options;
  const { listen = !transactionPooling } = options;
  const random = () => Math.random();
  /** Connections are this store's own, from the beginning to the end. */
  const hasOwnConnections = options.pool === undefined && !transactionPooling;
  let pool: PostgresPool | null = null;
  let ownPool: Pool | null = null;
  let stopHearing = () => {};
  let state: "new" | "started" | "closed" = "new";
  let checkedAt = -Infinity;

  const poolOfStarted = (): PostgresPool => {
    if (pool === null) throw new DomainError("internal", "The store is not started.");
    return pool;
  };
  async function connect(): Promise<PostgresClient> {
    try {
      return await poolOfStarted().connect();
    } catch (error) {
      throw driverError(error);
    }
  }
  const driver = new PostgresDriver({
    connect,
    localTimeoutMs: hasOwnConnections ? null : statementTimeoutMs,
    prepared: hasOwnConnections ? new PreparedStatements(clock, logger) : null,
  });
  const db: Db = new Kysely<Database>({ dialect: new PostgresKyselyDialect(driver) }).withSchema(schema);
  const executor = new StoreExecutor({
    reader: db,
    writer: db,
    dialect,
    retry: retryConflicts(clock, random),
    transactions: new PostgresTransactions(driver),
  });
  const repositoriesOf = sqlRepositories(db, dialect);
  const checkWriting = writeCheck(db);
  const readClock = clockReader(db, dialect);
  const channel = channelOf(schema);

  const hints = new Hints({
    async notify(payloads) {
      // Hints may be lost: their commit, which Postgres makes one at a time, does not wait for the disk.
      await sql`with quick as materialized (select set_config('synchronous_commit', 'off', true))
        select pg_notify(${channel}, payload) from quick, unnest(${payloads}::text[]) as payload`.execute(db);
    },
    listen:
      listen === false
        ? null
        : (onPayload) => {
            const connectionString = listen === true ? options.connectionString : listen.connectionString;
            return connectionString === undefined
              ? listenInPool(poolOfStarted(), channel, onPayload)
              : listenDirectly({ connectionString, connectTimeoutMs }, channel, onPayload);
          },
    clock,
    logger,
    random,
  });

  function open(): void {
    if (options.pool === undefined) {
      ownPool = openPool({
        connectionString: options.connectionString,
        poolSize: options.poolSize ?? 10,
        pipelines: hasOwnConnections,
        connectTimeoutMs,
        startup: hasOwnConnections
          ? {
              idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
              ...(statementTimeoutMs > 0 && { statement_timeout: statementTimeoutMs }),
            }
          : {},
      });
    }
    pool = options.pool ?? ownPool;
    if (pool !== null) stopHearing = hearErrors(pool, logger);
  }

  async function close(): Promise<void> {
    if (state === "closed") return;
    state = "closed";
    await hints.stop();
    const closing = ownPool;
    pool = null;
    await closing?.end();
    // Its own pool is heard to the end: connections that are being closed may still break.
    if (closing === null) stopHearing();
  }

  return {
    ...repositoriesOf(executor),
    cluster: {
      ...sqlCluster(db, dialect)(executor),
      publish: (published) => hints.publish(published),
      subscribe: (listener) => hints.subscribe(listener),
    },
    async start() {
      if (state !== "new") throw new DomainError("internal", "The store was started already.");
      state = "started";
      try {
        open();
        await migrateTogether(db, { schema, clock, transactionPooling });
        await finishRemovals(db, dialect, executor);
        await hints.start();
        logger.debug({ schema }, "The Postgres store is open.");
      } catch (error) {
        await close();
        throw DomainError.isInstance(error) ? migrationError(error) : toDomainError(error);
      }
    },
    transaction: (work, whenWritten) =>
      executor.atomic((inside) => work(repositoriesOf(inside)), whenWritten),
    async check() {
      if (clock.monotonic() - checkedAt < CHECK_HOLDS_MS) return;
      await checkWriting(executor);
      checkedAt = clock.monotonic();
    },
    now: () => readClock(executor),
    close,
  };
}

/** A migration that could not be done for lack of the database is no fault of the migration. */
function migrationError(error: DomainError): DomainError {
  return error.cause !== undefined && isDisconnect(error.cause) ? toDomainError(error.cause) : error;
}
