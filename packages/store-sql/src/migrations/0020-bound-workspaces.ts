import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

/** A workspace is bound to the instance that works in it or keeps processes running there; each claim asks who that is. */
export async function bindWorkspaces(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("background")
    .addColumn("instance_id", idType, (column) =>
      column.notNull().references("instances.id").onDelete("cascade"),
    )
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("workspace_id", idType, (column) => column.notNull())
    .addColumn("session_id", idType, (column) => column.notNull())
    .addColumn("is_stopped", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("background_key", ["session_id", "instance_id"])
    .execute();
  await db.schema.createIndex("background_by_workspace").on("background").column("workspace_id").execute();
  await db.schema.createIndex("background_by_instance").on("background").column("instance_id").execute();
}
