import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

export async function createSessionLogs(db: Db, { idType }: SqlDialect): Promise<void> {
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn("tenant", idType, (column) => column.notNull())
      .addColumn("session_id", idType, (column) => column.notNull())
      .addForeignKeyConstraint(
        `${name}_session`,
        ["tenant", "session_id"],
        "sessions",
        ["tenant", "id"],
        (constraint) => constraint.onDelete("cascade"),
      );
  await table("turns")
    .addColumn("id", idType, (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("turns_by_session", ["session_id", "id"])
    .execute();
  await table("events")
    .addColumn("seq", "bigint", (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("events_by_session", ["session_id", "seq"])
    .execute();
  await table("messages")
    .addColumn("seq", "bigint", (column) => column.notNull())
    .addColumn("turn_id", idType, (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("messages_by_session", ["session_id", "seq"])
    .execute();
  await db.schema
    .createIndex("messages_by_turn")
    .on("messages")
    .columns(["session_id", "turn_id", "seq"])
    .execute();
}
