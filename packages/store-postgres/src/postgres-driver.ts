import type { Driver } from "kysely";
import { PostgresConnection } from "./postgres-connection.ts";
import type { PostgresClient } from "./postgres-pool.ts";

export interface PostgresDriverOptions {
  readonly connect: () => Promise<PostgresClient>;
  /** Of a transaction, in milliseconds: for connections that were not told so when they began. */
  readonly localTimeoutMs: number | null;
}

/** Connections of a pool that is somebody else's to close. */
export class PostgresDriver implements Driver {
  private readonly beginning: string;

  constructor(private readonly options: PostgresDriverOptions) {
    const { localTimeoutMs } = options;
    // Whatever the database's default is.
    this.beginning =
      "start transaction isolation level read committed read write" +
      (localTimeoutMs === null ? "" : `; set local statement_timeout = ${localTimeoutMs}`);
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<PostgresConnection> {
    return PostgresConnection.take(this.options.connect);
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
