import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

export async function createIdempotencyRecords(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("idempotency_records")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("id", idType, (column) => column.notNull())
    .addColumn("fingerprint", "text", (column) => column.notNull())
    .addColumn("answer", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("idempotency_records_by_tenant", ["tenant", "id"])
    .execute();
  await db.schema
    .createIndex("idempotency_records_by_age")
    .on("idempotency_records")
    .column("created_at")
    .execute();
}
