import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

/** What sessions changed, as long as they exist. */
export async function createSessionTrees(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("session_trees")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("workspace_id", idType, (column) => column.notNull())
    .addColumn("session_id", idType, (column) => column.notNull())
    .addColumn("writes_until", "bigint", (column) => column.notNull())
    .addColumn("stored_at", "bigint", (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .addColumn("objects", "text", (column) => column.notNull())
    .addColumn("end_objects", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("session_trees_by_session", ["tenant", "session_id"])
    .addForeignKeyConstraint(
      "session_trees_session",
      ["tenant", "session_id"],
      "sessions",
      ["tenant", "id"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
  const index = (name: string) => db.schema.createIndex(name).on("session_trees");
  await index("session_trees_writing").columns(["tenant", "workspace_id", "writes_until"]).execute();
  await index("session_trees_stored").columns(["tenant", "workspace_id", "stored_at"]).execute();
}
