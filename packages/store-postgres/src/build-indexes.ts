import type { Clock } from "@workspace-agent/core";
import { laterIndexes, type Db } from "@workspace-agent/store-sql";
import { sql, type RawBuilder } from "kysely";

export interface MigrateOptions {
  readonly schema: string;
  readonly clock: Clock;
  readonly transactionPooling: boolean;
}

export const WAIT_MS = 100;

const lockOf = (schema: string) => sql`hashtextextended(${`workspace-agent indexes ${schema}`}, 0)`;

async function isTrue(db: Db, condition: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ answer: boolean }>`select ${condition} as answer`.execute(db);
  return rows[0]?.answer === true;
}

/** Whether another instance builds indexes; if not, none begins to before the end of the transaction. */
export async function isBuilding(transaction: Db, schema: string): Promise<boolean> {
  return !(await isTrue(transaction, sql`pg_try_advisory_xact_lock_shared(${lockOf(schema)})`));
}

/** The names of those that are not there, or not whole. */
export async function missingIndexes(db: Db, schema: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = to_regnamespace(quote_ident(${schema}::text)) and indisvalid`.execute(db);
  const whole = new Set(rows.map(({ name }) => name));
  return laterIndexes(db).flatMap(({ name }) => (whole.has(name) ? [] : [name]));
}

/**
 * Builds the missing indexes with the tables in use, outside of any transaction: one that breaks off leaves an index that is not whole,
 * which is dropped and built again. While another instance builds, or a build goes on whose instance is gone, it waits.
 */
export async function buildIndexesBesideWrites(db: Db, options: MigrateOptions): Promise<void> {
  const tryToBuild = options.transactionPooling ? buildPooled : buildDirectly;
  while (!(await tryToBuild(db, options.schema))) await options.clock.sleep(WAIT_MS);
}

/** The lock is the connection's that builds: a build that outlives its instance keeps it. */
function buildDirectly(db: Db, schema: string): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    if (!(await isTrue(connection, sql`pg_try_advisory_lock(${lockOf(schema)})`))) return false;
    const { rows } = await sql<{ timeout: string }>`
      select current_setting('statement_timeout') as timeout`.execute(connection);
    try {
      await sql`set statement_timeout = 0`.execute(connection);
      return await build(connection, schema);
    } finally {
      await sql`select set_config('statement_timeout', ${rows[0]?.timeout ?? "0"}, false),
        pg_advisory_unlock(${lockOf(schema)})`.execute(connection);
    }
  });
}

/**
 * Behind a pooler in transaction mode a lock holds in a transaction alone, and a build needs to be in none: they take a connection each.
 * A build waits for nobody who has only a lock like this, as long as no statement of theirs is open.
 */
function buildPooled(db: Db, schema: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    if (!(await isTrue(transaction, sql`pg_try_advisory_xact_lock(${lockOf(schema)})`))) return false;
    // Also closes the statement before, whose view of the database would be kept.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
    return build(db, schema);
  });
}

async function build(db: Db, schema: string): Promise<boolean> {
  // Of an instance that is gone.
  if (
    await isTrue(
      db,
      sql`exists (select from pg_stat_progress_create_index join pg_class on pg_class.oid = relid
        where datname = current_database() and relnamespace = to_regnamespace(quote_ident(${schema}::text)))`,
    )
  )
    return false;
  const missing = await missingIndexes(db, schema);
  for (const { name, statement } of laterIndexes(db)) {
    if (!missing.includes(name)) continue;
    await sql`drop index concurrently if exists ${sql.id(schema, name)}`.execute(db);
    await sql.raw(statement.replace(" index ", " index concurrently ")).execute(db);
  }
  return true;
}
