import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

/** The long columns come last, so that what a search looks at is reached without reading them. */
export async function createLibrary(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("library_items")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("kind", idType, (column) => column.notNull())
    .addColumn("id", idType, (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("search_text", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("library_items_by_tenant", ["tenant", "id"])
    .addUniqueConstraint("library_items_by_name", ["tenant", "kind", "name"])
    .execute();
  await db.schema
    .createIndex("library_items_by_kind")
    .on("library_items")
    .columns(["tenant", "kind", "id"])
    .execute();
  await db.schema
    .createTable("library_versions")
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("item_id", idType, (column) => column.notNull())
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("library_versions_by_item", ["tenant", "item_id", "version"])
    .addForeignKeyConstraint(
      "library_versions_item",
      ["tenant", "item_id"],
      "library_items",
      ["tenant", "id"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
}
