import type { Driver } from "kysely";
import { PostgresConnection } from "./postgres-connection.ts";
import type { PostgresClient } from "./postgres-pool.ts";
import type { PreparedStatements } from "./prepared-statements.ts";

/** A process that stands still in a transaction keeps its rows from everybody: after so long Postgres ends its connection. */
export const IDLE_IN_TRANSACTION_MS = 10_000;

export interface PostgresDriverOptions {
  readonly connect: () => Promise<PostgresClient>;
  /** Of a transaction, in milliseconds: for connections that were not told so when they began. */
  readonly localTimeoutMs: number | null;
  /**
   * Of connections that are the store's own, all the way to the database: they take statements before those before them were
   * answered (`pipeline` of `pg`), and keep some. Null: of others.
   */
  readonly prepared: PreparedStatements | null;
}

/** Connections of a pool that is somebody else's to close. */
export class PostgresDriver implements Driver {
  private readonly beginning: string;

  constructor(private readonly options: PostgresDriverOptions) {
    const { localTimeoutMs } = options;
    // Whatever the database's default is.
    this.beginning =
      "start transaction isolation level read committed read write" +
      (localTimeoutMs === null
        ? ""
        : `; set local statement_timeout = ${localTimeoutMs}; set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`);
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<PostgresConnection> {
    return PostgresConnection.take(this.options);
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
  }

  beginTransaction(connection: PostgresConnection): Promise<void> {
    return connection.begin(this.beginning);
  }

  commitTransaction(connection: PostgresConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: PostgresConnection): Promise<void> {
    return connection.rollback();
  }

  async destroy(): Promise<void> {}
}
