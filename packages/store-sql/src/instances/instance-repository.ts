import type { InstanceRepository, LivingPlacement } from "@workspace-agent/core/ports";
import { sql } from "kysely";
import type { Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { statement } from "../statement.ts";

export type InstanceStatements = ReturnType<typeof instanceStatements>;

export function instanceStatements(db: Db, { now }: SqlDialect) {
  return {
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
    forgetDead: statement<object>()(() => db.deleteFrom("instances").where("alive_until", "<=", now)),
    leave: statement<{ id: string }>()((param) => db.deleteFrom("instances").where("id", "=", param("id"))),
    living: statement<object>()(() =>
      db
        .selectFrom("instances")
        .select(({ fn }) => ["placement", fn.countAll<number | string>().as("count")])
        .where("alive_until", ">", now)
        .groupBy("placement"),
    ),
  };
}

export class SqlInstances implements InstanceRepository {
  constructor(
    private readonly executor: Executor,
    private readonly statements: InstanceStatements,
  ) {}

  async beat(id: string, placement: string, ttlMs: number): Promise<void> {
    // Its own row too, where it ran out: what it kept was free for others since, and must not be its own again.
    await this.executor.write(this.statements.forgetDead({}));
    await this.executor.write(this.statements.beat({ id, placement, ttlMs }));
  }

  async leave(id: string): Promise<void> {
    await this.executor.write(this.statements.leave({ id }));
  }

  async living(): Promise<readonly LivingPlacement[]> {
    const rows = await this.executor.read(this.statements.living({}));
    return rows.map(({ placement, count }) => ({ placement, count: Number(count) }));
  }
}
