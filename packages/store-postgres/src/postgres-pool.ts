import { DomainError, type Logger } from "@workspace-agent/core";
import { Client, Pool } from "pg";
import { failureOf } from "./postgres-errors.ts";

export interface PostgresResult {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: readonly unknown[];
}

/** One that a connection keeps by its name; asked for on connections of the store's own alone. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/** What the store uses of a connection: a `PoolClient` of `pg` is one. */
export interface PostgresClient {
  query(statement: string | NamedStatement, values?: unknown[]): Promise<PostgresResult>;
  on(event: "error" | "end", listener: (error?: Error) => void): unknown;
  on(event: "notification", listener: (message: { readonly payload?: string | undefined }) => void): unknown;
  removeAllListeners(event: "notification"): unknown;
  removeListener(event: "error" | "end", listener: (error?: Error) => void): unknown;
  /** `destroy` true: the connection is closed. */
  release(destroy?: boolean): void;
}

/** What the store uses of a pool: a `Pool` of `pg` is one. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "connect", listener: (client: PostgresClient) => void): unknown;
  removeListener(event: "error", listener: (error: Error) => void): unknown;
  removeListener(event: "connect", listener: (client: PostgresClient) => void): unknown;
}

export interface PoolSettings {
  readonly connectionString: string;
  readonly poolSize: number;
  readonly connectTimeoutMs: number;
  /** Statements are sent without a wait for the answer to the one before. Poolers may not pass that on. */
  readonly pipelines: boolean;
  /** What each connection asks for when it begins. Poolers in transaction mode refuse it. */
  readonly startup: {
    readonly statement_timeout?: number;
    readonly idle_in_transaction_session_timeout?: number;
  };
}

/** Named in `pg_stat_activity`. */
export const APPLICATION_NAME = "workspace-agent";

/** Throws `internal` when the address cannot be understood; what it holds is not repeated. */
export function openPool({
  connectionString,
  poolSize,
  connectTimeoutMs,
  pipelines,
  startup,
}: PoolSettings): Pool {
  try {
    // A pool would read it with its first connection only.
    new Client({ connectionString });
  } catch {
    throw new DomainError("internal", "The address of the database cannot be understood.");
  }
  return new Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    pipeline: pipelines,
    application_name: APPLICATION_NAME,
    ...startup,
  });
}

/**
 * A connection that breaks is an event, which nobody may leave unheard: the process would end. Idle ones break with the pool's own;
 * a new one may break as it is returned, when nobody else listens yet. Gives the way to stop listening.
 */
export function hearErrors(pool: PostgresPool, logger: Logger): () => void {
  const onError = (error: Error) => {
    logger.warn({ error: failureOf(error) }, "an idle connection to Postgres broke");
  };
  // What is asked of it then fails and says why.
  const onConnect = (client: PostgresClient) => client.on("error", () => {});
  pool.on("error", onError);
  pool.on("connect", onConnect);
  return () => {
    pool.removeListener("error", onError);
    pool.removeListener("connect", onConnect);
  };
}
