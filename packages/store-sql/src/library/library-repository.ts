import { libraryUserStatements } from "./library-user-statements.ts";
import type { LibraryRecord, LibraryRepository } from "@workspace-agent/core/ports";
import type { NewRow } from "../column-types.ts";
import type { Db, LibraryVersionTable } from "../database.ts";
import type { ListParameter, SqlDialect } from "../sql-dialect.ts";
import { type ParamOf, matches, multiRowStatement, statement } from "../statement.ts";
import { DomainError } from "@workspace-agent/core";
import { writeAll, type Executor, type Refusals } from "../executor.ts";
import { newestPage, pageParameters, type PageParameters } from "../newest-first.ts";
import { lockable, readOne } from "../read-one.ts";
import { searchForm } from "../search-form.ts";
import { itemFromRow, requireDistinct, versionFromRow, versionToRow } from "./library-row.ts";
import { usersOfSkill } from "./users-of-skill.ts";

type OfKind = Pick<LibraryRecord, "tenant" | "kind">;
type OfItemOfKind = OfKind & Pick<LibraryRecord, "id">;
type NamesOfKind = OfKind & { readonly names: ListParameter };

type VersionRow = NewRow<LibraryVersionTable>;
type OfItem = Pick<VersionRow, "tenant" | "item_id">;

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

const nameTaken: Refusals = {
  unique: () => new DomainError("name_taken", "There is another of that name already."),
};
const versionTaken: Refusals = {
  unique: () => new DomainError("internal", "That version is there already."),
};

export function sqlLibrary(db: Db, dialect: SqlDialect) {
  const select = db.selectFrom("library_items").select(COLUMNS);
  const selectVersions = db.selectFrom("library_versions").select(["version", "content", "created_at"]);

  const selectNames = (param: ParamOf<NamesOfKind>) =>
    select
      .where(matches(param, "tenant", "kind"))
      .where((where) => dialect.isIn(where.ref("name"), param("names")));

  const statements = {
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
    get: lockable<OfItemOfKind>(dialect)((param) => select.where(matches(param, "tenant", "id", "kind"))),
    findByNames: statement<NamesOfKind>()((param) => selectNames(param)),
    /** In one order, so that two that lock the same never wait for each other. */
    lockByNames: statement<NamesOfKind>()((param) => dialect.lock(selectNames(param).orderBy("name"))),
    list: statement<OfKind & PageParameters>()((param) =>
      newestPage(select.where(matches(param, "tenant", "kind")), param),
    ),
    search: statement<OfKind & PageParameters & { search: string }>()((param) =>
      newestPage(select.where(matches(param, "tenant", "kind")), param).where((where) =>
        dialect.contains(where.ref("search_text"), param("search")),
      ),
    ),
    listOldest: statement<OfKind & { after: string; limit: number }>()((param) =>
      select
        .where(matches(param, "tenant", "kind"))
        .where("id", ">", param("after"))
        .orderBy("id")
        .limit(param("limit")),
    ),
    versions: statement<OfItem & { before: number; limit: number }>()((param) =>
      selectVersions
        .where(matches(param, "tenant", "item_id"))
        .where("version", "<", param("before"))
        .orderBy("version", "desc")
        .limit(param("limit")),
    ),
    delete: statement<{ tenant: string; ids: ListParameter }>()((param) =>
      db
        .deleteFrom("library_items")
        .where("tenant", "=", param("tenant"))
        .where((where) => dialect.isIn(where.ref("id"), param("ids"))),
    ),
  };
  const users = libraryUserStatements(db, dialect);
  return (executor: Executor): LibraryRepository => ({
    async save(records) {
      if (records.length === 0) return;
      requireDistinct(records);
      await executor.atomic(async (executor) => {
        await writeAll(executor, statements.saveItems(records), nameTaken);
        await writeAll(executor, statements.insertVersions(records.map(versionToRow)), versionTaken);
      });
    },
    async get(tenant, kind, id) {
      return readOne(executor, statements.get(executor)({ tenant, kind, id }), itemFromRow);
    },
    async findByNames(tenant, kind, names) {
      const select = executor.isTransaction ? statements.lockByNames : statements.findByNames;
      const query = select({ tenant, kind, names: dialect.list(names) });
      return (await executor.read(query)).map(itemFromRow);
    },
    async list(tenant, kind, { search, ...page }) {
      const parameters = { tenant, kind, ...pageParameters(page) };
      const query =
        search === undefined
          ? statements.list(parameters)
          : statements.search({ ...parameters, search: searchForm(search) });
      return executor.readOften(query, (rows) => rows.map(itemFromRow));
    },
    async listOldest(tenant, kind, { after = "", limit }) {
      const rows = await executor.read(statements.listOldest({ tenant, kind, after, limit }));
      return rows.map(itemFromRow);
    },
    async versions(tenant, item_id, { before = Number.MAX_SAFE_INTEGER, limit }) {
      const rows = await executor.read(statements.versions({ tenant, item_id, before, limit }));
      return rows.map(versionFromRow);
    },
    async delete(tenant, ids) {
      if (ids.length === 0) return;
      await executor.write(statements.delete({ tenant, ids: dialect.list(ids) }));
    },
    async usersOfSkill(tenant, name, limit) {
      return usersOfSkill(executor, users, { tenant, name, limit });
    },
    async usersOfTemplate(tenant, name, limit) {
      const rows = await executor.read(users.workspacesOfTemplate({ tenant, name, limit }));
      return rows.map((row) => ({ kind: "workspace", ...row }));
    },
    async renameTemplate(tenant, from, to) {
      await executor.write(users.renameTemplate({ tenant, from, to }));
    },
  });
}
