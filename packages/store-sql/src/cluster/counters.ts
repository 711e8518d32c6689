import { DomainError } from "@workspace-agent/core";
import type { CounterRepository } from "@workspace-agent/core/ports";
import { sql } from "kysely";
import type { Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import { statement } from "../statement.ts";

interface Addition {
  readonly tenant: string;
  readonly key: string;
  readonly amount: number;
  readonly now: number;
  readonly end: number;
}

export function sqlCounters(db: Db) {
  const statements = {
    /** One statement, so that the row is locked from its reading to its writing. */
    add: statement<Addition>()((param) =>
      db
        .insertInto("counters")
        .values({
          tenant: param("tenant"),
          key: param("key"),
          count: param("amount"),
          resets_at: param("end"),
        })
        .onConflict((conflict) =>
          conflict.columns(["tenant", "key"]).doUpdateSet({
            count: sql`excluded.count + case when counters.resets_at <= ${param("now")} then 0 else counters.count end`,
            resets_at: sql`case when counters.resets_at <= ${param("now")} then excluded.resets_at else counters.resets_at end`,
          }),
        )
        .returning(["count", "resets_at"]),
    ),
    sweep: statement<{ now: number }>()((param) =>
      db.deleteFrom("counters").where("resets_at", "<=", param("now")),
    ),
  };
  return (executor: Executor): CounterRepository => ({
    async add(tenant, key, amount, { ms, now }) {
      const query = statements.add({ tenant, key, amount, now, end: now + ms });
      const [row] = (await executor.write(query)).rows;
      if (row === undefined) throw new DomainError("internal", "The database gave no count.");
      return { count: Number(row.count), resetsAt: Number(row.resets_at) };
    },
    async sweep(now) {
      await executor.write(statements.sweep({ now }));
    },
  });
}
