import { buildLaterIndexes, migrate, type Db } from "@workspace-agent/store-sql";
import { sql } from "kysely";
import {
  buildIndexesBesideWrites,
  isBuilding,
  missingIndexes,
  WAIT_MS,
  type MigrateOptions,
} from "./build-indexes.ts";
import { postgresSqlDialect } from "./postgres-sql-dialect.ts";

/** Apart from tables of a host that uses the same migrator in the same schema. */
const TABLES = { table: "workspace_agent_migrations", lockTable: "workspace_agent_migration_lock" };

/**
 * Makes the schema and brings it up to date in one transaction, all or nothing. Instances that start at once do so one by one:
 * the lock ends with the transaction, so that it holds behind a pooler too. Indexes that tables which were there still lack are built
 * after that, by one instance beside the writes of others; those that start meanwhile wait.
 */
export async function migrateTogether(db: Db, options: MigrateOptions): Promise<void> {
  const { schema, clock } = options;
  let missing = await migrateTables(db, schema);
  while (missing === null) {
    await clock.sleep(WAIT_MS);
    missing = await migrateTables(db, schema);
  }
  if (missing.length > 0) await buildIndexesBesideWrites(db, options);
}

/**
 * Gives the names of the indexes that are to be built. Null: another instance builds some now. That waits for all whose statements
 * are open, so none may wait for it in one.
 */
function migrateTables(db: Db, schema: string): Promise<readonly string[] | null> {
  return db.transaction().execute(async (transaction) => {
    // A large database may take its time, and so may the instance before this one.
    await sql`set local statement_timeout = 0`.execute(transaction);
    if (await isBuilding(transaction, schema)) return null;
    await sql`select pg_advisory_xact_lock(hashtextextended(${`workspace-agent ${schema}`}, 0))`.execute(
      transaction,
    );
    const { rows } = await sql<{ found: string | null }>`
      select to_regclass(format('%I.sessions', ${schema}::text))::text as found`.execute(transaction);
    await migrate(transaction, postgresSqlDialect, { ...TABLES, schema });
    // Nobody else sees tables that are new.
    if (rows[0]?.found === null) await buildLaterIndexes(transaction);
    return missingIndexes(transaction, schema);
  });
}
