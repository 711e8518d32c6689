import { sql, type SqlBool } from "kysely";
import type { SessionStatus } from "@workspace-agent/core/schemas";
import type { Db } from "../database.ts";
import type { ListParameter, SqlDialect } from "../sql-dialect.ts";
import { preparedStatement, statement } from "../statement.ts";
import { WORKSPACE_COLUMNS, type workspaceToRow } from "./workspace-row.ts";

interface Page {
  readonly tenant: string;
  readonly before: string;
  readonly limit: number;
}

/** `isBound`: whether `ids` bounds the list; 0 or 1. */
interface Search {
  readonly search: string;
  readonly label: string;
  readonly ids: ListParameter;
  readonly isBound: number;
}

export type WorkspaceStatements = ReturnType<typeof workspaceStatements>;

export function workspaceStatements(db: Db, dialect: SqlDialect) {
  const select = db.selectFrom("workspaces").select(WORKSPACE_COLUMNS);
  return {
    insert: statement<ReturnType<typeof workspaceToRow>>()((param) =>
      db.insertInto("workspaces").values({
        id: param("id"),
        tenant: param("tenant"),
        name: param("name"),
        search_name: param("search_name"),
        status: param("status"),
        template: param("template"),
        labels: param("labels"),
        config: param("config"),
        config_version: param("config_version"),
        placement: param("placement"),
        created_at: param("created_at"),
        updated_at: param("updated_at"),
      }),
    ),
    get: preparedStatement<{ tenant: string; id: string }>()((param) =>
      select.where("tenant", "=", param("tenant")).where("id", "=", param("id")),
    ),
    list: statement<Page>()((param) =>
      select
        .where("tenant", "=", param("tenant"))
        .where("config_version", ">", 0)
        .where("id", "<", param("before"))
        .orderBy("id", "desc")
        .limit(param("limit")),
    ),
    search: statement<Page & Search>()((param) =>
      select
        .where("tenant", "=", param("tenant"))
        .where("config_version", ">", 0)
        .where("id", "<", param("before"))
        .where((where) => dialect.contains(where.ref("search_name"), param("search")))
        .where((where) => dialect.contains(where.ref("labels"), param("label")))
        .where((where) =>
          where.or([sql<SqlBool>`${param("isBound")} = 0`, dialect.isIn(where.ref("id"), param("ids"))]),
        )
        .orderBy("id", "desc")
        .limit(param("limit")),
    ),
    delete: statement<{ tenant: string; id: string }>()((param) =>
      db.deleteFrom("workspaces").where("tenant", "=", param("tenant")).where("id", "=", param("id")),
    ),
    countSessions: statement<{ tenant: string; ids: ListParameter }>()((param) =>
      db
        .selectFrom("sessions")
        .select(["workspace_id", "status", db.fn.countAll().as("count")])
        .$narrowType<{ status: SessionStatus }>()
        .where("tenant", "=", param("tenant"))
        .where((where) => dialect.isIn(where.ref("workspace_id"), param("ids")))
        .where("status", "<>", "deleted")
        .groupBy(["workspace_id", "status"]),
    ),
    listDeleting: statement<object>()(() => select.where("status", "=", "deleting")),
  };
}
