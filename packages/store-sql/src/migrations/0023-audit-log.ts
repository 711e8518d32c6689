import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

export async function createAuditLog(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("audit_entries")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("seq", "bigint", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("audit_entries_by_seq", ["tenant", "seq"])
    .execute();
  await db.schema
    .createIndex("audit_entries_by_action")
    .on("audit_entries")
    .columns(["tenant", "action", "seq"])
    .execute();
  await db.schema
    .createTable("audit_heads")
    .addColumn("tenant", idType, (column) => column.primaryKey().notNull())
    .addColumn("seq", "bigint", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .execute();
}
