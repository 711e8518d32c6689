import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

export async function createContainers(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("containers")
    .addColumn("placement", idType, (column) => column.notNull())
    .addColumn("workspace_id", idType, (column) => column.notNull())
    .addColumn("epoch", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("containers_by_workspace", ["placement", "workspace_id"])
    .execute();
}
