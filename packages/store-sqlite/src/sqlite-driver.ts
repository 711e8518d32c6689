import type { Database } from "better-sqlite3";
import type { DatabaseConnection, Driver } from "kysely";
import { SqliteConnection } from "./sqlite-connection.ts";

/** Returns one connection. Where several may want it at once, Kysely lets them in one by one (`SqliteKyselyDialect`). */
export class SqliteDriver implements Driver {
  private connection: SqliteConnection | null = null;

  /** `committed` is called after each transaction that wrote. */
  constructor(
    private readonly open: () => Database,
    private readonly committed: () => void = () => {},
  ) {}

  async init(): Promise<void> {
    this.connection = new SqliteConnection(this.open());
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.opened();
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    this.opened().begin();
  }

  async commitTransaction(): Promise<void> {
    if (this.opened().commit()) this.committed();
  }

  async rollbackTransaction(): Promise<void> {
    this.opened().rollback();
  }

  async destroy(): Promise<void> {
    this.connection?.close();
    this.connection = null;
  }

  /** Throws where it was not opened yet, or is closed. */
  opened(): SqliteConnection {
    if (this.connection === null) throw new Error("The store is not open.");
    return this.connection;
  }
}
