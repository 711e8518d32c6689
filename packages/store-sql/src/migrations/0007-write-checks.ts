import type { Db } from "../database.ts";

export async function createWriteChecks(db: Db): Promise<void> {
  await db.schema
    .createTable("write_checks")
    .addColumn("id", "bigint", (column) => column.primaryKey().notNull())
    .addColumn("checks", "bigint", (column) => column.notNull())
    .execute();
}
