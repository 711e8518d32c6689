import { DomainError } from "@workspace-agent/core";
import type { SessionStatus, WorkspaceRecord } from "@workspace-agent/core/schemas";
import type { WorkspaceRepository } from "@workspace-agent/core/ports";
import type { Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import { pageParameters } from "../newest-first.ts";
import { removeLongSessions } from "../sessions/session-removal.ts";
import type { SessionStatements } from "../sessions/session-statements.ts";
import { searchForm } from "../search-form.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import {
  labelPart,
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
    private readonly sessionStatements: SessionStatements,
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
    { search, label, ids, ...page }: Parameters<WorkspaceRepository["list"]>[1],
  ): Promise<readonly WorkspaceRecord[]> {
    const found: WorkspaceRecord[] = [];
    let { before } = pageParameters(page);
    for (;;) {
      const parameters = { tenant, before, limit: page.limit };
      const query =
        search === undefined && label === undefined && ids === undefined
          ? this.statements.list(parameters)
          : this.statements.search({
              ...parameters,
              search: searchForm(search ?? ""),
              label: label === undefined ? "" : labelPart(label),
              ids: this.dialect.list(ids ?? []),
              isBound: ids === undefined ? 0 : 1,
            });
      const records = await this.executor.readOften(query, (rows) => rows.map(workspaceFromRow));
      if (label === undefined) return records;
      found.push(...records.filter(({ labels }) => labels[label.key] === label.value));
      const last = records.at(-1);
      if (last === undefined || records.length < page.limit || found.length >= page.limit) break;
      before = last.id;
    }
    return found.slice(0, page.limit);
  }

  async update(
    tenant: string,
    id: string,
    change: Parameters<WorkspaceRepository["update"]>[2],
    { expectedConfigVersion }: Parameters<WorkspaceRepository["update"]>[3] = {},
  ): Promise<WorkspaceRecord | null> {
    const anyVersion = this.db
      .updateTable("workspaces")
      .set(workspaceChangeToRow(change))
      .where("tenant", "=", tenant)
      .where("id", "=", id)
      .returning(WORKSPACE_COLUMNS);
    // In the statement itself: one that waited for another's update looks at the row again.
    const query =
      expectedConfigVersion === undefined
        ? anyVersion
        : anyVersion.where("config_version", "=", expectedConfigVersion);
    const [row] = (await this.executor.write(query.compile(), { unique: nameTaken })).rows;
    if (row !== undefined) return workspaceFromRow(row);
    if (expectedConfigVersion === undefined || (await this.get(tenant, id)) === null) return null;
    throw new DomainError("precondition_failed", "The config was changed meanwhile.");
  }

  async delete(tenant: string, id: string): Promise<void> {
    await removeLongSessions(this.executor, this.sessionStatements, { tenant, workspaceId: id });
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
