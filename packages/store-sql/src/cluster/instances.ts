import type { InstanceRepository } from "@workspace-agent/core/ports";
import { sql } from "kysely";
import type { Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { statement } from "../statement.ts";

export function sqlInstances(db: Db, { now }: SqlDialect) {
  const statements = {
    beat: statement<{ id: string; placement: string; ttlMs: number }>()((param) =>
      db
        .insertInto("instances")
        .values({
          id: param("id"),
          placement: param("placement"),
          alive_until: sql<number>`${now} + ${param("ttlMs")}`,
        })
        .onConflict((conflict) =>
          conflict.column("id").doUpdateSet({
            placement: sql`excluded.placement`,
            alive_until: sql`excluded.alive_until`,
          }),
        ),
    ),
    removeExpired: statement<object>()(() => db.deleteFrom("instances").where("alive_until", "<=", now)),
    leave: statement<{ id: string }>()((param) => db.deleteFrom("instances").where("id", "=", param("id"))),
    living: statement<object>()(() =>
      db
        .selectFrom("instances")
        .select(({ fn }) => ["placement", fn.countAll<number | string>().as("count")])
        .where("alive_until", ">", now)
        .groupBy("placement"),
    ),
  };
  return (executor: Executor): InstanceRepository => ({
    async beat(id, placement, ttlMs) {
      // Its own expired row too, with its background records: others were free to claim those workspaces.
      await executor.write(statements.removeExpired({}));
      await executor.write(statements.beat({ id, placement, ttlMs }));
    },
    async leave(id) {
      await executor.write(statements.leave({ id }));
    },
    async living() {
      const rows = await executor.read(statements.living({}));
      return rows.map(({ placement, count }) => ({ placement, count: Number(count) }));
    },
  });
}
