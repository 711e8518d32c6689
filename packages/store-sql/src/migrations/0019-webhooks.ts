import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

/** Deliveries do not refer to their webhooks: one that is deleted must not undo the turn that tells it of its end. */
export async function createWebhooks(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("webhooks")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("id", idType, (column) => column.notNull())
    .addColumn("enabled", "bigint", (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("webhooks_by_tenant", ["tenant", "id"])
    .execute();
  await db.schema
    .createTable("webhook_deliveries")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("webhook_id", idType, (column) => column.notNull())
    .addColumn("id", idType, (column) => column.notNull())
    .addColumn("epoch", "bigint", (column) => column.notNull())
    .addColumn("due_at", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("webhook_deliveries_by_webhook", ["tenant", "webhook_id", "id"])
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_due")
    .on("webhook_deliveries")
    .columns(["due_at", "id"])
    .where("due_at", "is not", null)
    .execute();
  await db.schema
    .createIndex("webhook_deliveries_by_time")
    .on("webhook_deliveries")
    .column("created_at")
    .execute();
}
