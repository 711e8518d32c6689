import {
  DomainError,
  type SessionStatus,
  type WorkspaceRecord,
  type WorkspaceRepository,
} from "@workspace-agent/core";
import type { Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import { pageParameters } from "../newest-first.ts";
import { searchForm } from "../search-form.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import {
  WORKSPACE_COLUMNS,
  workspaceChangeToRow,
  workspaceFromRow,
  workspaceToRow,
} from "./workspace-row.ts";
import type { WorkspaceStatements } from "./workspace-statements.ts";

function nameTaken(): DomainError {
  return new DomainError("name_taken", "There is a workspace of that name already.");
}

export class SqlWorkspaces implements WorkspaceRepository {
  constructor(
    private readonly executor: Executor,
    private readonly statements: WorkspaceStatements,
    private readonly db: Db,
    private readonly dialect: SqlDialect,
  ) {}

  async insert(record: WorkspaceRecord): Promise<void> {
    const query = this.statements.insert(workspaceToRow(record));
    await this.executor.write(query, { unique: nameTaken });
  }

  async get(tenant: string, id: string): Promise<WorkspaceRecord | null> {
    const [row] = await this.executor.read(this.statements.get({ tenant, id }));
    return row === undefined ? null : workspaceFromRow(row);
  }

  async list(
    tenant: string,
    { search, ids, ...page }: Parameters<WorkspaceRepository["list"]>[1],
  ): Promise<readonly WorkspaceRecord[]> {
    const parameters = { tenant, ...pageParameters(page) };
    const query =
      search === undefined && ids === undefined
        ? this.statements.list(parameters)
        : this.statements.search({
            ...parameters,
            search: searchForm(search ?? ""),
            ids: this.dialect.list(ids ?? []),
            isBound: ids === undefined ? 0 : 1,
          });
    return this.executor.readOften(query, (rows) => rows.map(workspaceFromRow));
  }

  async update(
    tenant: string,
    id: string,
    change: Parameters<WorkspaceRepository["update"]>[2],
  ): Promise<WorkspaceRecord | null> {
    const query = this.db
      .updateTable("workspaces")
      .set(workspaceChangeToRow(change))
      .where("tenant", "=", tenant)
      .where("id", "=", id)
      .returning(WORKSPACE_COLUMNS);
    const [row] = (await this.executor.write(query.compile(), { unique: nameTaken })).rows;
    return row === undefined ? null : workspaceFromRow(row);
  }

  async delete(tenant: string, id: string): Promise<void> {
    await this.executor.write(this.statements.delete({ tenant, id }));
  }

  async countSessions(
    tenant: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Readonly<Record<SessionStatus, number>>>> {
    const query = this.statements.countSessions({ tenant, ids: this.dialect.list(ids) });
    return this.executor.readOften(query, (rows) => {
      const counts = new Map<string, Record<SessionStatus, number>>(
        ids.map((id) => [id, { idle: 0, queued: 0, running: 0, waiting: 0 }]),
      );
      for (const { workspace_id, status, count } of rows) {
        const ofWorkspace = counts.get(workspace_id);
        if (ofWorkspace) ofWorkspace[status] = Number(count);
      }
      return counts;
    });
  }

  async listDeleting(): Promise<readonly WorkspaceRecord[]> {
    return (await this.executor.read(this.statements.listDeleting({}))).map(workspaceFromRow);
  }
}
