import { sql } from "kysely";
import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

/** The unique index is the last guard of "once for each scheduled time": whoever decides about a time has locked the schedule. */
export async function createSchedules(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("schedules")
    .addColumn("id", idType, (column) => column.primaryKey().notNull())
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("workspace_id", idType, (column) => column.notNull())
    .addColumn("session_id", idType)
    .addColumn("due_at", "bigint")
    .addColumn("data", "text", (column) => column.notNull())
    .addForeignKeyConstraint(
      "schedules_workspace",
      ["tenant", "workspace_id"],
      "workspaces",
      ["tenant", "id"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("schedules_by_workspace")
    .on("schedules")
    .columns(["tenant", "workspace_id", "id"])
    .execute();
  await db.schema
    .createIndex("schedules_due")
    .on("schedules")
    .columns(["due_at", "id"])
    .where("due_at", "is not", null)
    .execute();
  await db.schema
    .createTable("schedule_runs")
    .addColumn("id", idType, (column) => column.primaryKey().notNull())
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("schedule_id", idType, (column) =>
      column.notNull().references("schedules.id").onDelete("cascade"),
    )
    .addColumn("scheduled_at", "bigint", (column) => column.notNull())
    .addColumn("is_manual", "bigint", (column) => column.notNull())
    .addColumn("is_open", "bigint", (column) => column.notNull())
    .addColumn("turn_id", idType)
    .addColumn("data", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("schedule_runs_by_schedule")
    .on("schedule_runs")
    .columns(["schedule_id", "id"])
    .execute();
  await db.schema
    .createIndex("schedule_runs_by_time")
    .unique()
    .on("schedule_runs")
    .columns(["schedule_id", "scheduled_at"])
    .where(sql<boolean>`is_manual = 0`)
    .execute();
  await db.schema
    .createIndex("schedule_runs_open")
    .on("schedule_runs")
    .columns(["schedule_id", "id"])
    .where(sql<boolean>`is_open = 1`)
    .execute();
  await db.schema
    .createIndex("schedule_runs_by_turn")
    .on("schedule_runs")
    .column("turn_id")
    .where("turn_id", "is not", null)
    .execute();
}
