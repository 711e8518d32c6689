import { sessionStatements } from "../sessions/session-statements.ts";
import { type SqlBool, sql } from "kysely";
import type { SessionStatus } from "@workspace-agent/core/schemas";
import type { Db } from "../database.ts";
import type { ListParameter, SqlDialect } from "../sql-dialect.ts";
import { type ParamOf, matches, preparedStatement, statement, valuesOf } from "../statement.ts";
import {
  WORKSPACE_COLUMNS,
  workspaceChangeToRow,
  workspaceFromRow,
  workspaceToRow,
} from "./workspace-row.ts";
import { DomainError } from "@workspace-agent/core";
import type { WorkspaceRepository } from "@workspace-agent/core/ports";
import type { Executor } from "../executor.ts";
import { newestPage, type PageParameters } from "../newest-first.ts";
import { pageWithPair, pairPart } from "../pair-filter.ts";
import { readOne } from "../read-one.ts";
import { removeSessions } from "../sessions/session-removal.ts";
import { costsToKeep } from "../usage/usage-repository.ts";
import { searchForm } from "../search-form.ts";

type Page = { readonly tenant: string } & PageParameters;

/** `isBound`: whether `ids` bounds the list; 0 or 1. */
interface Search {
  readonly search: string;
  readonly label: string;
  readonly ids: ListParameter;
  readonly isBound: number;
  readonly owner: string;
  /** Whether `owner` bounds the list; 0 or 1. */
  readonly isOwned: number;
}

function nameTaken(): DomainError {
  return new DomainError("name_taken", "There is a workspace of that name already.");
}

export function sqlWorkspaces(db: Db, dialect: SqlDialect) {
  const select = db.selectFrom("workspaces").select(WORKSPACE_COLUMNS);
  const listed = (param: ParamOf<Page>) =>
    newestPage(select.where("tenant", "=", param("tenant")).where("config_version", ">", 0), param);
  const statements = {
    insert: statement<ReturnType<typeof workspaceToRow>>()((param) =>
      db.insertInto("workspaces").values(valuesOf(param, [...WORKSPACE_COLUMNS, "search_name"])),
    ),
    get: preparedStatement<{ tenant: string; id: string }>()((param) =>
      select.where(matches(param, "tenant", "id")),
    ),
    list: statement<Page>()(listed),
    search: statement<Page & Search>()((param) =>
      listed(param)
        .where((where) => dialect.contains(where.ref("search_name"), param("search")))
        .where((where) => dialect.contains(where.ref("labels"), param("label")))
        .where((where) =>
          where.or([sql<SqlBool>`${param("isBound")} = 0`, dialect.isIn(where.ref("id"), param("ids"))]),
        )
        .where((where) =>
          where.or([sql<SqlBool>`${param("isOwned")} = 0`, where("owner", "=", param("owner"))]),
        ),
    ),
    deleteSchedules: statement<{ tenant: string; workspace_id: string }>()((param) =>
      db.deleteFrom("schedules").where(matches(param, "tenant", "workspace_id")),
    ),
    deleteWorkingCopy: statement<{ tenant: string; workspace_id: string }>()((param) =>
      db.deleteFrom("working_copies").where(matches(param, "tenant", "workspace_id")),
    ),
    delete: statement<{ tenant: string; id: string }>()((param) =>
      db.deleteFrom("workspaces").where(matches(param, "tenant", "id")),
    ),
    lock: statement<{ tenant: string; id: string }>()((param) =>
      dialect.lock(
        db
          .selectFrom("workspaces")
          .select("id")
          .where(matches(param, "tenant", "id")),
      ),
    ),
    keepCosts: costsToKeep(db),
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
    listAll: statement<{ after: string; limit: number }>()((param) =>
      select.where("id", ">", param("after")).orderBy("id").limit(param("limit")),
    ),
  };
  const sessions = sessionStatements(db, dialect);
  return (executor: Executor): WorkspaceRepository => ({
    async insert(record) {
      const query = statements.insert(workspaceToRow(record));
      await executor.write(query, { unique: nameTaken });
    },
    async get(tenant, id) {
      return readOne(executor, statements.get({ tenant, id }), workspaceFromRow);
    },
    async list(tenant, { search, label, ids, owner, ...page }) {
      const read = (part: PageParameters) => {
        const query = [search, label, ids, owner].every((filter) => filter === undefined)
          ? statements.list({ tenant, ...part })
          : statements.search({
              tenant,
              ...part,
              search: searchForm(search ?? ""),
              label: pairPart(label),
              ids: dialect.list(ids ?? []),
              isBound: ids === undefined ? 0 : 1,
              owner: owner ?? "",
              isOwned: owner === undefined ? 0 : 1,
            });
        return executor.readOften(query, (rows) => rows.map(workspaceFromRow));
      };
      return pageWithPair(label, page, read, { id: ({ id }) => id, pairs: ({ labels }) => labels });
    },
    async update(tenant, id, change, { expectedConfigVersion } = {}) {
      const anyVersion = db
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
      const [row] = (await executor.write(query.compile(), { unique: nameTaken })).rows;
      if (row !== undefined) return workspaceFromRow(row);
      if (
        expectedConfigVersion === undefined ||
        (await executor.read(statements.get({ tenant, id }))).length === 0
      )
        return null;
      throw new DomainError("precondition_failed", "The config was changed meanwhile.");
    },
    async delete(tenant, id) {
      const workspace = { tenant, workspace_id: id };
      // Before the workspace is locked: what decides about a schedule locks that first, and then the workspace.
      await executor.write(statements.deleteSchedules(workspace));
      await removeSessions(executor, sessions, workspace);
      await executor.atomic(async (together) => {
        // Before the workspace too: what publishes files locks their row first, and then adds what refers to the workspace.
        await together.write(statements.deleteWorkingCopy(workspace));
        // Of two that remove it at once, one keeps what it cost. What others add to its usage is waited for.
        if ((await together.read(statements.lock({ tenant, id }))).length === 0) return;
        await together.write(statements.keepCosts({ tenant, id }));
        await together.write(statements.delete({ tenant, id }));
      });
    },
    async countSessions(tenant, ids) {
      const query = statements.countSessions({ tenant, ids: dialect.list(ids) });
      return executor.readOften(query, (rows) => {
        const counts = new Map<string, Record<SessionStatus, number>>(
          ids.map((id) => [id, { idle: 0, queued: 0, running: 0, waiting: 0 }]),
        );
        for (const { workspace_id, status, count } of rows) {
          const ofWorkspace = counts.get(workspace_id);
          if (ofWorkspace) ofWorkspace[status] = Number(count);
        }
        return counts;
      });
    },
    async listDeleting() {
      return (await executor.read(statements.listDeleting({}))).map(workspaceFromRow);
    },
    async listAll({ after = "", limit }) {
      return (await executor.read(statements.listAll({ after, limit }))).map(workspaceFromRow);
    },
  });
}
