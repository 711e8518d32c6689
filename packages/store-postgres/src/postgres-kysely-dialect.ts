import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseIntrospector,
  type Dialect,
  type Kysely,
} from "kysely";
import type { PostgresDriver } from "./postgres-driver.ts";

/** Migrations hold a lock of their own (`migrateTogether`), which poolers in transaction mode keep too. */
class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Kysely on connections of a pool. */
export class PostgresKyselyDialect implements Dialect {
  constructor(private readonly driver: PostgresDriver) {}

  createDriver(): PostgresDriver {
    return this.driver;
  }

  createAdapter(): PostgresAdapter {
    return new UnlockedAdapter();
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }
}
