import { sql, type SqlBool } from "kysely";
import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

export async function createWorkspaces(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .createTable("workspaces")
    .addColumn("id", idType, (column) => column.primaryKey().notNull())
    .addColumn("tenant", idType, (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("search_name", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("template", "text")
    .addColumn("labels", "text", (column) => column.notNull())
    .addColumn("config", "text", (column) => column.notNull())
    .addColumn("config_version", "bigint", (column) => column.notNull())
    .addColumn("placement", idType, (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addUniqueConstraint("workspaces_by_tenant", ["tenant", "id"])
    .addUniqueConstraint("workspaces_by_name", ["tenant", "name"])
    .execute();
  await db.schema
    .createIndex("workspaces_deleting")
    .on("workspaces")
    .column("id")
    .where(sql<SqlBool>`status = 'deleting'`)
    .execute();
}
