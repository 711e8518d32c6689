import type { IdempotencyRecord, IdempotencyRepository } from "@workspace-agent/core/ports";
import type { Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { statement } from "../statement.ts";

export type IdempotencyStatements = ReturnType<typeof idempotencyStatements>;

export function idempotencyStatements(db: Db, { now }: SqlDialect) {
  return {
    now: statement<object>()(() => db.selectNoFrom(now.as("now"))),
    get: statement<{ tenant: string; id: string }>()((param) =>
      db
        .selectFrom("idempotency_records")
        .select(["id", "tenant", "fingerprint", "answer", "created_at"])
        .where("tenant", "=", param("tenant"))
        .where("id", "=", param("id")),
    ),
    insert: statement<IdempotencyRecord>()((param) =>
      db
        .insertInto("idempotency_records")
        .values({
          tenant: param("tenant"),
          id: param("id"),
          fingerprint: param("fingerprint"),
          answer: param("answer"),
          created_at: param("created_at"),
        })
        .onConflict((conflict) => conflict.columns(["tenant", "id"]).doNothing()),
    ),
    complete: statement<{ tenant: string; id: string; answer: string }>()((param) =>
      db
        .updateTable("idempotency_records")
        .set({ answer: param("answer") })
        .where("tenant", "=", param("tenant"))
        .where("id", "=", param("id")),
    ),
    delete: statement<{ tenant: string; id: string }>()((param) =>
      db
        .deleteFrom("idempotency_records")
        .where("tenant", "=", param("tenant"))
        .where("id", "=", param("id")),
    ),
    sweep: statement<{ before: number }>()((param) =>
      db.deleteFrom("idempotency_records").where("created_at", "<", param("before")),
    ),
  };
}

export class SqlIdempotency implements IdempotencyRepository {
  constructor(
    private readonly executor: Executor,
    private readonly statements: IdempotencyStatements,
  ) {}

  async now(): Promise<number> {
    const [row] = await this.executor.read(this.statements.now({}));
    return Number(row?.now);
  }

  async get(tenant: string, id: string): Promise<IdempotencyRecord | null> {
    const [row] = await this.executor.read(this.statements.get({ tenant, id }));
    return row === undefined ? null : { ...row, created_at: Number(row.created_at) };
  }

  async insert(record: IdempotencyRecord): Promise<boolean> {
    return (await this.executor.write(this.statements.insert(record))).count > 0;
  }

  async complete(tenant: string, id: string, answer: string): Promise<void> {
    await this.executor.write(this.statements.complete({ tenant, id, answer }));
  }

  async delete(tenant: string, id: string): Promise<void> {
    await this.executor.write(this.statements.delete({ tenant, id }));
  }

  async sweep(before: number): Promise<void> {
    await this.executor.write(this.statements.sweep({ before }));
  }
}
