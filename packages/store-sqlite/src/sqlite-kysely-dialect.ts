import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseIntrospector,
  type Dialect,
  type Kysely,
} from "kysely";
import type { SqliteDriver } from "./sqlite-driver.ts";

/** Migrations run in one transaction, which SQLite can do as long as none of them rebuilds a table that others refer to. */
class WriterAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Reads are synchronous and leave no transaction open, so they need not queue for the connection. */
class ReaderAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Kysely on one better-sqlite3 connection, opened by the first query. */
export class SqliteKyselyDialect implements Dialect {
  constructor(
    private readonly role: "writer" | "reader",
    private readonly driver: SqliteDriver,
  ) {}

  createDriver(): SqliteDriver {
    return this.driver;
  }

  createAdapter(): SqliteAdapter {
    return this.role === "writer" ? new WriterAdapter() : new ReaderAdapter();
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteQueryCompiler();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}
