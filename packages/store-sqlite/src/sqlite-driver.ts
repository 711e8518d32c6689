import type { Database } from "better-sqlite3";
import type { DatabaseConnection, Driver } from "kysely";
import { SqliteConnection } from "./sqlite-connection.ts";

/** Hands out one connection. Where several may want it at once, Kysely lets them in one by one (`SqliteKyselyDialect`). */
export class SqliteDriver implements Driver {
  private connection: SqliteConnection | null = null;

  constructor(private readonly open: () => Database) {}

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
    this.opened().commit();
  }

  async rollbackTransaction(): Promise<void> {
    this.opened().rollback();
  }

  async destroy(): Promise<void> {
    this.connection?.close();
    this.connection = null;
  }

  private opened(): SqliteConnection {
    if (this.connection === null) throw new Error("The store is not open.");
    return this.connection;
  }
}
