import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

/** Rows of each session, so that two sessions never write the same one; they outlive the session, but not the workspace. */
export async function createSessionUsage(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("session_usage")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("workspace_id", idType, (column) => column.notNull())
    .addColumn("session_id", idType, (column) => column.notNull())
    .addColumn("day", idType, (column) => column.notNull())
    .addColumn("model", idType, (column) => column.notNull())
    .addColumn("turns", "bigint", (column) => column.notNull())
    .addColumn("steps", "bigint", (column) => column.notNull())
    .addColumn("tool_calls", "bigint", (column) => column.notNull())
    .addColumn("input_tokens", "bigint", (column) => column.notNull())
    .addColumn("output_tokens", "bigint", (column) => column.notNull())
    .addColumn("cache_read_tokens", "bigint", (column) => column.notNull())
    .addColumn("cache_write_tokens", "bigint", (column) => column.notNull())
    .addColumn("cost_nano_usd", "bigint")
    .addColumn("duration_ms", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("session_usage_key", ["tenant", "workspace_id", "session_id", "day", "model"])
    .addForeignKeyConstraint(
      "session_usage_workspace",
      ["tenant", "workspace_id"],
      "workspaces",
      ["tenant", "id"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
}
