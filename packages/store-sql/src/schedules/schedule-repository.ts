import { DomainError } from "@workspace-agent/core";
import type { ScheduleRepository } from "@workspace-agent/core/ports";
import type { ScheduleRecord } from "@workspace-agent/core/schemas";
import type { Selectable } from "kysely";
import type { Db } from "../database.ts";
import { sqlDueRows } from "../due-rows.ts";
import type { Executor } from "../executor.ts";
import { pageParameters } from "../newest-first.ts";
import type { ScheduleTable } from "../schedule-tables.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { statement } from "../statement.ts";
import { sqlScheduleRuns } from "./schedule-run-repository.ts";

interface OneSchedule {
  readonly tenant: string;
  readonly workspace_id: string;
  readonly id: string;
}

type Row = OneSchedule & Pick<ScheduleRecord, "session_id" | "due_at"> & { readonly data: string };

const COLUMNS = ["tenant", "workspace_id", "id", "session_id", "due_at", "data"] as const;

function toRow({ tenant, workspace_id, id, session_id, due_at, ...rest }: ScheduleRecord): Row {
  return { tenant, workspace_id, id, session_id, due_at, data: JSON.stringify(rest) };
}

function fromRow({
  data,
  due_at,
  tenant,
  workspace_id,
  id,
  session_id,
}: Selectable<ScheduleTable>): ScheduleRecord {
  const rest = JSON.parse(data) as Omit<ScheduleRecord, (typeof COLUMNS)[number]>;
  return { tenant, workspace_id, id, session_id, due_at: due_at === null ? null : Number(due_at), ...rest };
}

export function sqlSchedules(db: Db, dialect: SqlDialect) {
  const select = db.selectFrom("schedules").select(COLUMNS);
  const statements = {
    insert: statement<Row>()((param) =>
      db.insertInto("schedules").values({
        tenant: param("tenant"),
        workspace_id: param("workspace_id"),
        id: param("id"),
        session_id: param("session_id"),
        due_at: param("due_at"),
        data: param("data"),
      }),
    ),
    get: statement<OneSchedule>()((param) =>
      select
        .where("tenant", "=", param("tenant"))
        .where("workspace_id", "=", param("workspace_id"))
        .where("id", "=", param("id")),
    ),
    lock: statement<OneSchedule>()((param) =>
      dialect.lock(
        select
          .where("tenant", "=", param("tenant"))
          .where("workspace_id", "=", param("workspace_id"))
          .where("id", "=", param("id")),
      ),
    ),
    list: statement<{ tenant: string; workspace_id: string; before: string; limit: number }>()((param) =>
      select
        .where("tenant", "=", param("tenant"))
        .where("workspace_id", "=", param("workspace_id"))
        .where("id", "<", param("before"))
        .orderBy("id", "desc")
        .limit(param("limit")),
    ),
    save: statement<Row>()((param) =>
      db
        .updateTable("schedules")
        .set({ session_id: param("session_id"), due_at: param("due_at"), data: param("data") })
        .where("tenant", "=", param("tenant"))
        .where("workspace_id", "=", param("workspace_id"))
        .where("id", "=", param("id")),
    ),
    delete: statement<OneSchedule>()((param) =>
      db
        .deleteFrom("schedules")
        .where("tenant", "=", param("tenant"))
        .where("workspace_id", "=", param("workspace_id"))
        .where("id", "=", param("id")),
    ),
  };
  const runs = sqlScheduleRuns(db);
  const due = sqlDueRows(db, dialect, "schedules", select, fromRow);
  const noWorkspace = () => new DomainError("not_found", "There is no such workspace.");
  return (executor: Executor): ScheduleRepository => ({
    ...due(executor),
    runs: runs(executor),
    async insert(record) {
      await executor.write(statements.insert(toRow(record)), { foreign_key: noWorkspace });
    },
    async get(tenant, workspace_id, id) {
      const select = executor.isTransaction ? statements.lock : statements.get;
      const [row] = await executor.read(select({ tenant, workspace_id, id }));
      return row === undefined ? null : fromRow(row);
    },
    async list(tenant, workspace_id, page) {
      const query = statements.list({ tenant, workspace_id, ...pageParameters(page) });
      return (await executor.read(query)).map(fromRow);
    },
    async save(record) {
      const { count } = await executor.write(statements.save(toRow(record)));
      if (count === 0) throw new DomainError("not_found", "There is no such schedule.");
    },
    async delete(tenant, workspace_id, id) {
      return (await executor.write(statements.delete({ tenant, workspace_id, id }))).count > 0;
    },
  });
}
