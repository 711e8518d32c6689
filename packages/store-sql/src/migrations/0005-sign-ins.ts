import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

export async function createSignIns(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("browser_sessions")
    .addColumn("hash", idType, (column) => column.primaryKey().notNull())
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("sign_in_codes")
    .addColumn("hash", idType, (column) => column.primaryKey().notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
}
