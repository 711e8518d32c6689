import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

/** Several instances may use one engine: each leaves what a living one has alone. */
export async function addInstancesOfContainers(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .alterTable("containers")
    .addColumn("instance_id", idType, (column) => column.notNull().defaultTo(""))
    .execute();
}
