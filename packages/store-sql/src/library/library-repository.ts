import { DomainError } from "@workspace-agent/core";
import type {
  LibraryKind,
  LibraryRecord,
  LibraryRepository,
  LibraryUser,
  LibraryVersion,
} from "@workspace-agent/core/ports";
import type { Executor, Refusals } from "../executor.ts";
import { pageParameters } from "../newest-first.ts";
import { searchForm } from "../search-form.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { itemFromRow, requireDistinct, versionFromRow, versionToRow } from "./library-row.ts";
import type { LibraryStatements } from "./library-statements.ts";
import type { LibraryUserStatements } from "./library-user-statements.ts";
import { usersOfSkill } from "./users-of-skill.ts";

const nameTaken: Refusals = {
  unique: () => new DomainError("name_taken", "There is another of that name already."),
};
const versionTaken: Refusals = {
  unique: () => new DomainError("internal", "That version is there already."),
};

export class SqlLibrary implements LibraryRepository {
  constructor(
    private readonly executor: Executor,
    private readonly statements: LibraryStatements,
    private readonly userStatements: LibraryUserStatements,
    private readonly dialect: SqlDialect,
  ) {}

  async save(records: readonly LibraryRecord[]): Promise<void> {
    if (records.length === 0) return;
    requireDistinct(records);
    await this.executor.atomic(async (executor) => {
      for (const query of this.statements.saveItems(records)) await executor.write(query, nameTaken);
      const versions = this.statements.insertVersions(records.map(versionToRow));
      for (const query of versions) await executor.write(query, versionTaken);
    });
  }

  async get(tenant: string, kind: LibraryKind, id: string): Promise<LibraryRecord | null> {
    const select = this.executor.isTransaction ? this.statements.lock : this.statements.get;
    const [row] = await this.executor.read(select({ tenant, kind, id }));
    return row === undefined ? null : itemFromRow(row);
  }

  async findByNames(
    tenant: string,
    kind: LibraryKind,
    names: readonly string[],
  ): Promise<readonly LibraryRecord[]> {
    const select = this.executor.isTransaction ? this.statements.lockByNames : this.statements.findByNames;
    const query = select({ tenant, kind, names: this.dialect.list(names) });
    return (await this.executor.read(query)).map(itemFromRow);
  }

  async list(
    tenant: string,
    kind: LibraryKind,
    { search, ...page }: Parameters<LibraryRepository["list"]>[2],
  ): Promise<readonly LibraryRecord[]> {
    const parameters = { tenant, kind, ...pageParameters(page) };
    const query =
      search === undefined
        ? this.statements.list(parameters)
        : this.statements.search({ ...parameters, search: searchForm(search) });
    return this.executor.readOften(query, (rows) => rows.map(itemFromRow));
  }

  async listOldest(
    tenant: string,
    kind: LibraryKind,
    { after = "", limit }: Parameters<LibraryRepository["listOldest"]>[2],
  ): Promise<readonly LibraryRecord[]> {
    const rows = await this.executor.read(this.statements.listOldest({ tenant, kind, after, limit }));
    return rows.map(itemFromRow);
  }

  async versions(
    tenant: string,
    item_id: string,
    { before = Number.MAX_SAFE_INTEGER, limit }: Parameters<LibraryRepository["versions"]>[2],
  ): Promise<readonly LibraryVersion[]> {
    const rows = await this.executor.read(this.statements.versions({ tenant, item_id, before, limit }));
    return rows.map(versionFromRow);
  }

  async version(tenant: string, item_id: string, version: number): Promise<LibraryVersion | null> {
    const [row] = await this.executor.read(this.statements.version({ tenant, item_id, version }));
    return row === undefined ? null : versionFromRow(row);
  }

  async delete(tenant: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.executor.write(this.statements.delete({ tenant, ids: this.dialect.list(ids) }));
  }

  usersOfSkill(tenant: string, name: string, limit: number): Promise<readonly LibraryUser[]> {
    return usersOfSkill(this.executor, this.userStatements, { tenant, name, limit });
  }

  async usersOfTemplate(tenant: string, name: string, limit: number): Promise<readonly LibraryUser[]> {
    const rows = await this.executor.read(this.userStatements.workspacesOfTemplate({ tenant, name, limit }));
    return rows.map((row) => ({ kind: "workspace", ...row }));
  }

  async renameTemplate(tenant: string, from: string, to: string): Promise<void> {
    await this.executor.write(this.userStatements.renameTemplate({ tenant, from, to }));
  }
}
