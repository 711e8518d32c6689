import { migrate, type Db } from "@workspace-agent/store-sql";
import { sql } from "kysely";
import { postgresSqlDialect } from "./postgres-sql-dialect.ts";

/** Apart from tables of a host that uses the same migrator in the same schema. */
const TABLES = { table: "workspace_agent_migrations", lockTable: "workspace_agent_migration_lock" };

/**
 * Makes the schema and brings it up to date in one transaction, all or nothing. Instances that start at once do so one by one:
 * the lock ends with the transaction, so that it holds behind a pooler too.
 */
export async function migrateTogether(db: Db, schema: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // A large database may take its time, and so may the instance before this one.
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`workspace-agent ${schema}`}, 0))`.execute(
      transaction,
    );
    await migrate(transaction, postgresSqlDialect, { ...TABLES, schema });
  });
}
