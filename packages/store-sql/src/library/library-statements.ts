import type { LibraryKind, LibraryRecord } from "@workspace-agent/core/ports";
import type { Db } from "../database.ts";
import type { ListParameter, SqlDialect } from "../sql-dialect.ts";
import { multiRowStatement, statement, type ParamOf } from "../statement.ts";

interface OfKind {
  readonly tenant: string;
  readonly kind: LibraryKind;
}

interface OfItemOfKind extends OfKind {
  readonly id: string;
}

interface NamesOfKind extends OfKind {
  readonly names: ListParameter;
}

interface OfItem {
  readonly tenant: string;
  readonly item_id: string;
}

interface VersionRow extends OfItem {
  readonly version: number;
  readonly created_at: number;
  readonly content: string;
}

const COLUMNS = [
  "tenant",
  "kind",
  "id",
  "name",
  "version",
  "created_at",
  "updated_at",
  "search_text",
  "content",
] as const satisfies readonly (keyof LibraryRecord)[];

export type LibraryStatements = ReturnType<typeof libraryStatements>;

export function libraryStatements(db: Db, dialect: SqlDialect) {
  const select = db.selectFrom("library_items").select(COLUMNS);
  const selectVersions = db.selectFrom("library_versions").select(["version", "content", "created_at"]);

  const selectItem = (param: ParamOf<OfItemOfKind>) =>
    select
      .where("tenant", "=", param("tenant"))
      .where("id", "=", param("id"))
      .where("kind", "=", param("kind"));

  const selectNames = (param: ParamOf<NamesOfKind>) =>
    select
      .where("tenant", "=", param("tenant"))
      .where("kind", "=", param("kind"))
      .where((where) => dialect.isIn(where.ref("name"), param("names")));

  return {
    saveItems: multiRowStatement<LibraryRecord>(COLUMNS, (rows) =>
      db
        .insertInto("library_items")
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(["tenant", "id"]).doUpdateSet((update) => ({
            name: update.ref("excluded.name"),
            version: update.ref("excluded.version"),
            created_at: update.ref("excluded.created_at"),
            updated_at: update.ref("excluded.updated_at"),
            search_text: update.ref("excluded.search_text"),
            content: update.ref("excluded.content"),
          })),
        ),
    ),
    insertVersions: multiRowStatement<VersionRow>(
      ["tenant", "item_id", "version", "created_at", "content"],
      (rows) => db.insertInto("library_versions").values(rows),
    ),
    get: statement<OfItemOfKind>()((param) => selectItem(param)),
    lock: statement<OfItemOfKind>()((param) => dialect.lock(selectItem(param))),
    findByNames: statement<NamesOfKind>()((param) => selectNames(param)),
    /** In one order, so that two that lock the same never wait for each other. */
    lockByNames: statement<NamesOfKind>()((param) => dialect.lock(selectNames(param).orderBy("name"))),
    list: statement<OfKind & { before: string; limit: number }>()((param) =>
      select
        .where("tenant", "=", param("tenant"))
        .where("kind", "=", param("kind"))
        .where("id", "<", param("before"))
        .orderBy("id", "desc")
        .limit(param("limit")),
    ),
    search: statement<OfKind & { search: string; before: string; limit: number }>()((param) =>
      select
        .where("tenant", "=", param("tenant"))
        .where("kind", "=", param("kind"))
        .where("id", "<", param("before"))
        .where((where) => dialect.contains(where.ref("search_text"), param("search")))
        .orderBy("id", "desc")
        .limit(param("limit")),
    ),
    listOldest: statement<OfKind & { after: string; limit: number }>()((param) =>
      select
        .where("tenant", "=", param("tenant"))
        .where("kind", "=", param("kind"))
        .where("id", ">", param("after"))
        .orderBy("id")
        .limit(param("limit")),
    ),
    versions: statement<OfItem & { before: number; limit: number }>()((param) =>
      selectVersions
        .where("tenant", "=", param("tenant"))
        .where("item_id", "=", param("item_id"))
        .where("version", "<", param("before"))
        .orderBy("version", "desc")
        .limit(param("limit")),
    ),
    version: statement<OfItem & { version: number }>()((param) =>
      selectVersions
        .where("tenant", "=", param("tenant"))
        .where("item_id", "=", param("item_id"))
        .where("version", "=", param("version")),
    ),
    delete: statement<{ tenant: string; ids: ListParameter }>()((param) =>
      db
        .deleteFrom("library_items")
        .where("tenant", "=", param("tenant"))
        .where((where) => dialect.isIn(where.ref("id"), param("ids"))),
    ),
  };
}
