import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

/** Snapshots do not refer to their sessions, which they outlive. */
export async function createSnapshots(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("snapshots")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("workspace_id", idType, (column) => column.notNull())
    .addColumn("id", idType, (column) => column.notNull())
    .addColumn("session_id", idType)
    .addColumn("end_root", "text")
    .addColumn("data", "text", (column) => column.notNull())
    .addColumn("objects", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("snapshots_by_workspace", ["tenant", "workspace_id", "id"])
    .addForeignKeyConstraint(
      "snapshots_workspace",
      ["tenant", "workspace_id"],
      "workspaces",
      ["tenant", "id"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("snapshots_by_session")
    .on("snapshots")
    .columns(["tenant", "workspace_id", "session_id", "id"])
    .where("session_id", "is not", null)
    .execute();
}
