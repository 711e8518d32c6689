import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

export async function createInstances(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("instances")
    .addColumn("id", idType, (column) => column.primaryKey().notNull())
    .addColumn("placement", idType, (column) => column.notNull())
    .addColumn("alive_until", "bigint", (column) => column.notNull())
    .execute();
}
