import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

export async function createCounters(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("counters")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("key", idType, (column) => column.notNull())
    .addColumn("count", "bigint", (column) => column.notNull())
    .addColumn("resets_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("counters_by_key", ["tenant", "key"])
    .execute();
  await db.schema.createIndex("counters_by_end").on("counters").column("resets_at").execute();
}
