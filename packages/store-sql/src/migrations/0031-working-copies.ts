import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

/** Holders do not refer to instances: a record outlives its holder. */
export async function createWorkingCopies(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("working_copies")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("workspace_id", idType, (column) => column.notNull())
    .addColumn("epoch", "bigint", (column) => column.notNull())
    .addColumn("holder", idType)
    .addColumn("placement", idType)
    .addColumn("copy", idType)
    .addColumn("root", "text")
    .addColumn("published_at", "bigint")
    .addColumn("changed_by", "text")
    .addColumn("rolled_back", "text", (column) => column.notNull())
    .addColumn("wanted", "bigint", (column) => column.notNull())
    .addColumn("objects", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("working_copies_by_workspace", ["tenant", "workspace_id"])
    .addForeignKeyConstraint(
      "working_copies_workspace",
      ["tenant", "workspace_id"],
      "workspaces",
      ["tenant", "id"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("working_copies_held")
    .on("working_copies")
    .column("holder")
    .where("holder", "is not", null)
    .execute();
}
