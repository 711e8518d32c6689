import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

export async function createStagedLines(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("staged_loads")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("load_id", idType, (column) => column.notNull())
    .addColumn("appended_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("staged_loads_by_id", ["tenant", "load_id"])
    .execute();
  await db.schema
    .createTable("staged_lines")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("load_id", idType, (column) => column.notNull())
    .addColumn("line", "bigint", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("staged_lines_by_load", ["tenant", "load_id", "line"])
    .addForeignKeyConstraint("staged_lines_load", ["tenant", "load_id"], "staged_loads", [
      "tenant",
      "load_id",
    ])
    .execute();
}
