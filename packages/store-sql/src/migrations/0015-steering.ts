import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

/** What waits to join the running turns of sessions. */
export async function createSteering(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("steering")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("session_id", idType, (column) => column.notNull())
    .addColumn("position", "bigint", (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("steering_by_session", ["session_id", "position"])
    .addForeignKeyConstraint(
      "steering_session",
      ["tenant", "session_id"],
      "sessions",
      ["tenant", "id"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
}
