import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

/** Batches do not refer to their workspaces, which they outlive. The keys of items are the last guard of "accepted once". */
export async function createBatches(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("batches")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("id", idType, (column) => column.notNull())
    .addColumn("workspace_id", idType)
    .addColumn("owner", idType, (column) => column.notNull())
    .addColumn("is_loading", "bigint", (column) => column.notNull())
    .addColumn("due_at", "bigint")
    .addColumn("data", "text", (column) => column.notNull())
    .addColumn("turn", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("batches_by_tenant", ["tenant", "id"])
    .execute();
  await db.schema.createIndex("batches_by_owner").on("batches").columns(["tenant", "owner", "id"]).execute();
  await db.schema
    .createIndex("batches_by_workspace")
    .on("batches")
    .columns(["tenant", "workspace_id", "id"])
    .execute();
  await db.schema
    .createIndex("batches_due")
    .on("batches")
    .columns(["due_at", "id"])
    .where("due_at", "is not", null)
    .execute();
  await db.schema
    .createTable("batch_items")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("batch_id", idType, (column) => column.notNull())
    .addColumn("position", "bigint", (column) => column.notNull())
    .addColumn("key", idType, (column) => column.notNull())
    .addColumn("open_status", "text")
    .addColumn("turn_id", idType)
    .addColumn("ended", "bigint")
    .addColumn("data", "text", (column) => column.notNull())
    .addColumn("item", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("batch_items_by_position", ["tenant", "batch_id", "position"])
    .addUniqueConstraint("batch_items_by_key", ["tenant", "batch_id", "key"])
    .addForeignKeyConstraint(
      "batch_items_batch",
      ["tenant", "batch_id"],
      "batches",
      ["tenant", "id"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("batch_items_open")
    .on("batch_items")
    .columns(["tenant", "batch_id", "open_status", "position"])
    .where("open_status", "is not", null)
    .execute();
  await db.schema
    .createIndex("batch_items_ended")
    .on("batch_items")
    .columns(["tenant", "batch_id", "ended"])
    .where("ended", "is not", null)
    .execute();
  await db.schema
    .createIndex("batch_items_by_turn")
    .on("batch_items")
    .column("turn_id")
    .where("turn_id", "is not", null)
    .execute();
}
