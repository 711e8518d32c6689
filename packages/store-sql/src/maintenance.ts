import { sql } from "kysely";
import { DomainError, VERSION } from "@workspace-agent/core";
import type { Db } from "./database.ts";
import type { Executor } from "./executor.ts";
import { MIGRATION_NAMES, migrator, type MigrationPlace } from "./migrations/migrator.ts";
import { removeSession } from "./sessions/session-removal.ts";
import { sessionStatements } from "./sessions/session-statements.ts";
import type { SqlDialect } from "./sql-dialect.ts";
import { statement } from "./statement.ts";

/** Brings the schema up to date; throws `internal` when it cannot, such as on the database of a newer version. */
export async function migrate(db: Db, dialect: SqlDialect, place?: MigrationPlace): Promise<void> {
  const { error } = await migrator(db, dialect, place).migrateToLatest();
  if (error === undefined) return;
  if (DomainError.isInstance(error)) throw error;
  const newest = await newestUnknown(db, place);
  const reason = error instanceof Error ? error.message : JSON.stringify(error);
  const detail =
    newest === null
      ? `The database could not be migrated to this version: ${reason}`
      : `The database is of a newer version: its schema is at ${newest}, and version ${VERSION} knows it up to ${MIGRATION_NAMES.at(-1)}. Start the newer version, or restore a backup from before.`;
  throw new DomainError("internal", detail, { cause: error });
}

/** The newest migration that a database has and this version does not know, or null. */
async function newestUnknown(db: Db, place: MigrationPlace | undefined): Promise<string | null> {
  const table = place === undefined ? "kysely_migration" : `${place.schema}.${place.table}`;
  try {
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(
      db,
    );
    return rows.findLast(({ name }) => !MIGRATION_NAMES.includes(name))?.name ?? null;
  } catch {
    return null;
  }
}

/**
 * Ends all leases and keeps their owners, for the start of a store that one process uses: what was running is claimed first. What waits
 * for people is claimed when a request expires.
 */
export async function voidLeases(db: Db, executor: Executor): Promise<void> {
  const query = db
    .updateTable("sessions")
    .set({
      lease_until: 0,
      claimable_at: sql`case
        when claimable_at is null or (status = 'waiting' and claimable_at > lease_until) then claimable_at
        else 0 end`,
    })
    .where("owner", "is not", null)
    .where("lease_until", "<>", 0);
  await executor.write(query.compile());
}

/** Frees the keys of requests that were running, for the start of a store that one process uses: nobody runs them any more. */
export async function freeUnfinishedKeys(db: Db, executor: Executor): Promise<void> {
  await executor.write(db.deleteFrom("idempotency_records").where("answer", "is", null).compile());
}

/** Removes the lines of loads that broke off, for the start of a store that one process has to itself. */
export async function forgetStagedLines(db: Db, executor: Executor): Promise<void> {
  await executor.write(db.deleteFrom("staged_lines").compile());
}

/** Finishes the removal of sessions that broke off, for the start of a store. */
export async function finishRemovals(db: Db, dialect: SqlDialect, executor: Executor): Promise<void> {
  const statements = sessionStatements(db, dialect);
  for (const session of await executor.read(statements.listDeleted({}))) {
    await removeSession(executor, statements, session);
  }
}

/** Writes and commits one row, as the only proof that writing works. */
export function writeCheck(db: Db): (executor: Executor) => Promise<void> {
  const check = statement<object>()(() =>
    db
      .insertInto("write_checks")
      .values({ id: 1, checks: 1 })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ checks: sql`write_checks.checks + 1` })),
  );
  return async (executor) => {
    await executor.write(check({}));
  };
}

/** Reads the database's clock, in milliseconds. */
export function clockReader(db: Db, { now }: SqlDialect): (executor: Executor) => Promise<number> {
  const read = statement<object>()(() => db.selectNoFrom(now.as("now")));
  return async (executor) => Number((await executor.read(read({})))[0]?.now);
}
