import { StoreExecutor, type Database, type Db } from "@workspace-agent/store-sql";
import { Kysely, type CompiledQuery } from "kysely";
import type { Pool } from "pg";
import { PostgresDriver } from "../postgres-driver.ts";
import { PostgresKyselyDialect } from "../postgres-kysely-dialect.ts";
import { postgresSqlDialect } from "../postgres-sql-dialect.ts";
import { migratedDatabase, MIGRATED_SCHEMA, testPool } from "./test-database.ts";

export interface RecordedDatabase {
  readonly pool: Pool;
  readonly db: Db;
  readonly executor: StoreExecutor;
  /** The statements of `db`. A test empties it. */
  readonly queries: { readonly query: CompiledQuery; readonly ms: number }[];
  remove(): Promise<void>;
}

/** A database with the tables of a store, and what `fill` writes into them. */
export async function recordedDatabase(fill: string): Promise<RecordedDatabase> {
  const database = await migratedDatabase();
  const pool = testPool({ connectionString: database.url });
  const queries: RecordedDatabase["queries"] = [];
  const db: Db = new Kysely<Database>({
    dialect: new PostgresKyselyDialect(
      new PostgresDriver({ connect: () => pool.connect(), localTimeoutMs: null, prepared: null }),
    ),
    log: ({ query, queryDurationMillis: ms }) => {
      queries.push({ query, ms });
    },
  }).withSchema(MIGRATED_SCHEMA);
  await database.execute(fill);
  return {
    pool,
    db,
    executor: new StoreExecutor({ reader: db, writer: db, dialect: postgresSqlDialect }),
    queries,
    async remove() {
      await pool.end();
      await database.remove();
    },
  };
}
