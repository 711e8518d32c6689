import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

export async function createServiceTokens(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("service_tokens")
    .addColumn("id", idType, (column) => column.primaryKey().notNull())
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("hash", idType, (column) => column.notNull().unique())
    .addColumn("last_used_at", "bigint")
    .addColumn("data", "text", (column) => column.notNull())
    .addUniqueConstraint("service_tokens_by_tenant", ["tenant", "id"])
    .execute();
}
