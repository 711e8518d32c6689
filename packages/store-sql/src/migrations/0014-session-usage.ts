import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

const COUNTS = [
  "turns",
  "steps",
  "tool_calls",
  "input_tokens",
  "output_tokens",
  "cache_read_tokens",
  "cache_write_tokens",
  "duration_ms",
];

/** Rows of each session, so that two sessions never write the same one; they outlive the session, but not the workspace. */
export async function createSessionUsage(db: Db, { idType }: SqlDialect): Promise<void> {
  const key = ["tenant", "workspace_id", "session_id", "day", "model"] as const;
  const table = key.reduce(
    (table, name) => table.addColumn(name, idType, (column) => column.notNull()),
    db.schema.createTable("session_usage").addColumn("cost_nano_usd", "bigint"),
  );
  await COUNTS.reduce((table, name) => table.addColumn(name, "bigint", (column) => column.notNull()), table)
    .addPrimaryKeyConstraint("session_usage_key", [...key])
    .addForeignKeyConstraint(
      "session_usage_workspace",
      ["tenant", "workspace_id"],
      "workspaces",
      ["tenant", "id"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
}
