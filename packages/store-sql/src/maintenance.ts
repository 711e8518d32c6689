import { sql } from "kysely";
import { DomainError } from "@workspace-agent/core";
import type { Db } from "./database.ts";
import type { Executor } from "./executor.ts";
import { migrator, type MigrationPlace } from "./migrations/migrator.ts";
import { removeSession } from "./sessions/session-removal.ts";
import { sessionStatements } from "./sessions/session-statements.ts";
import type { SqlDialect } from "./sql-dialect.ts";
import { statement } from "./statement.ts";

/** Brings the schema up to date; throws `internal` when it cannot, such as on the database of a newer version. */
export async function migrate(db: Db, dialect: SqlDialect, place?: MigrationPlace): Promise<void> {
  const { error } = await migrator(db, dialect, place).migrateToLatest();
  if (error === undefined) return;
  if (DomainError.isInstance(error)) throw error;
  throw new DomainError("internal", "The database could not be migrated to this version.", { cause: error });
}

/** Ends all leases and keeps their owners, for the start of a store that one process uses: what was running is claimed first. */
export async function voidLeases(db: Db, executor: Executor): Promise<void> {
  const query = db
    .updateTable("sessions")
    .set({
      lease_until: 0,
      claimable_at: sql`case when claimable_at is null then null else 0 end`,
    })
    .where("owner", "is not", null)
    .where("lease_until", "<>", 0);
  await executor.write(query.compile());
}

/** Frees the keys of requests that were running, for the start of a store that one process uses: nobody runs them any more. */
export async function freeUnfinishedKeys(db: Db, executor: Executor): Promise<void> {
  await executor.write(db.deleteFrom("idempotency_records").where("answer", "is", null).compile());
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
