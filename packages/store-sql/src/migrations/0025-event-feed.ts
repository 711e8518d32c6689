import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

/** Without foreign keys: they would have readers of the feed and appends to sessions wait for each other. */
export async function createEventFeed(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("feed_entries")
    .addColumn("position", "bigint", (column) => column.primaryKey().notNull())
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("workspace_id", idType, (column) => column.notNull())
    .addColumn("session_id", idType, (column) => column.notNull())
    .addColumn("first_seq", "bigint", (column) => column.notNull())
    .addColumn("last_seq", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("feed_sessions")
    .addColumn("session_id", idType, (column) => column.primaryKey().notNull())
    .addColumn("seq", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("feed_head")
    .addColumn("id", "bigint", (column) => column.primaryKey().notNull())
    .addColumn("position", "bigint", (column) => column.notNull())
    .execute();
  await db.insertInto("feed_head").values({ id: 1, position: 0 }).execute();
}
