import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { statement } from "../statement.ts";

interface Candidates {
  readonly tenant: string;
  /** What the JSON of a user holds somewhere. */
  readonly part: string;
  readonly after: string;
  readonly limit: number;
}

export type LibraryUserStatements = ReturnType<typeof libraryUserStatements>;

export function libraryUserStatements(db: Db, dialect: SqlDialect) {
  return {
    workspacesHolding: statement<Candidates>()((param) =>
      db
        .selectFrom("workspaces")
        .select(["id", "name", "config as json"])
        .where("tenant", "=", param("tenant"))
        .where("id", ">", param("after"))
        .where((where) => dialect.contains(where.ref("config"), param("part")))
        .orderBy("id")
        .limit(param("limit")),
    ),
    templatesHolding: statement<Candidates>()((param) =>
      db
        .selectFrom("library_items")
        .select(["id", "name", "content as json"])
        .where("tenant", "=", param("tenant"))
        .where("kind", "=", "template")
        .where("id", ">", param("after"))
        .where((where) => dialect.contains(where.ref("content"), param("part")))
        .orderBy("id")
        .limit(param("limit")),
    ),
    workspacesOfTemplate: statement<{ tenant: string; name: string; limit: number }>()((param) =>
      db
        .selectFrom("workspaces")
        .select(["id", "name"])
        .where("tenant", "=", param("tenant"))
        .where("template", "=", param("name"))
        .orderBy("id")
        .limit(param("limit")),
    ),
    renameTemplate: statement<{ tenant: string; from: string; to: string }>()((param) =>
      db
        .updateTable("workspaces")
        .set({ template: param("to") })
        .where("tenant", "=", param("tenant"))
        .where("template", "=", param("from")),
    ),
  };
}
