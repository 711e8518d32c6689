import type { IdempotencyRecord, IdempotencyRepository } from "@workspace-agent/core/ports";
import type { Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import { matches, statement, valuesOf } from "../statement.ts";

export function sqlIdempotency(db: Db) {
  const statements = {
    get: statement<{ tenant: string; id: string }>()((param) =>
      db
        .selectFrom("idempotency_records")
        .select(["id", "tenant", "fingerprint", "answer", "created_at"])
        .where(matches(param, "tenant", "id")),
    ),
    insert: statement<IdempotencyRecord>()((param) =>
      db
        .insertInto("idempotency_records")
        .values(valuesOf(param, ["tenant", "id", "fingerprint", "answer", "created_at"]))
        .onConflict((conflict) => conflict.columns(["tenant", "id"]).doNothing()),
    ),
    complete: statement<{ tenant: string; id: string; answer: string }>()((param) =>
      db
        .updateTable("idempotency_records")
        .set({ answer: param("answer") })
        .where(matches(param, "tenant", "id")),
    ),
    delete: statement<{ tenant: string; id: string }>()((param) =>
      db.deleteFrom("idempotency_records").where(matches(param, "tenant", "id")),
    ),
    sweep: statement<{ before: number }>()((param) =>
      db.deleteFrom("idempotency_records").where("created_at", "<", param("before")),
    ),
  };
  return (executor: Executor): IdempotencyRepository => ({
    async get(tenant, id) {
      const [row] = await executor.read(statements.get({ tenant, id }));
      return row === undefined ? null : { ...row, created_at: Number(row.created_at) };
    },
    async insert(record) {
      return (await executor.write(statements.insert(record))).count > 0;
    },
    async complete(tenant, id, answer) {
      await executor.write(statements.complete({ tenant, id, answer }));
    },
    async delete(tenant, id) {
      await executor.write(statements.delete({ tenant, id }));
    },
    async sweep(before) {
      await executor.write(statements.sweep({ before }));
    },
  });
}
