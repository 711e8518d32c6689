import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

export async function createSessions(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("sessions")
    .addColumn("id", idType, (column) => column.primaryKey().notNull())
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("workspace_id", idType, (column) => column.notNull())
    .addColumn("placement", idType, (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("next_seq", "bigint", (column) => column.notNull())
    .addColumn("owner", idType)
    .addColumn("epoch", "bigint", (column) => column.notNull())
    .addColumn("lease_until", "bigint", (column) => column.notNull())
    .addColumn("attempts", "bigint", (column) => column.notNull())
    .addColumn("interrupt_turn_id", idType)
    .addColumn("claimable_at", "bigint")
    .addColumn("data", "text", (column) => column.notNull())
    .addUniqueConstraint("sessions_by_tenant", ["tenant", "id"])
    .addForeignKeyConstraint(
      "sessions_workspace",
      ["tenant", "workspace_id"],
      "workspaces",
      ["tenant", "id"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
  const index = (name: string) => db.schema.createIndex(name).on("sessions");
  await index("sessions_by_workspace").columns(["tenant", "workspace_id", "id"]).execute();
  await index("sessions_by_status").columns(["tenant", "workspace_id", "status"]).execute();
  await index("sessions_claimable")
    .columns(["claimable_at", "id", "placement"])
    .where("claimable_at", "is not", null)
    .execute();
  await index("sessions_owned").column("owner").where("owner", "is not", null).execute();
}
