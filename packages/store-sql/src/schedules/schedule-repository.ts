import { DomainError } from "@workspace-agent/core";
import type { ScheduleRepository } from "@workspace-agent/core/ports";
import type { ScheduleRecord } from "@workspace-agent/core/schemas";
import type { Selectable } from "kysely";
import type { NewRow } from "../column-types.ts";
import type { Db } from "../database.ts";
import { sqlDueRows } from "../due-rows.ts";
import type { Executor } from "../executor.ts";
import { noWorkspace } from "../missing-owner.ts";
import { newestPage, pageParameters, type PageParameters } from "../newest-first.ts";
import { lockable, readOne } from "../read-one.ts";
import type { ScheduleTable } from "../schedule-tables.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { matches, statement, valuesOf } from "../statement.ts";
import { sqlScheduleRuns } from "./schedule-run-repository.ts";

type Row = NewRow<ScheduleTable>;
type OneSchedule = Pick<Row, "tenant" | "workspace_id" | "id">;

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
      db
        .insertInto("schedules")
        .values(valuesOf(param, ["tenant", "workspace_id", "id", "session_id", "due_at", "data"])),
    ),
    get: lockable<OneSchedule>(dialect)((param) =>
      select.where(matches(param, "tenant", "workspace_id", "id")),
    ),
    list: statement<Omit<OneSchedule, "id"> & PageParameters>()((param) =>
      newestPage(select.where(matches(param, "tenant", "workspace_id")), param),
    ),
    save: statement<Row>()((param) =>
      db
        .updateTable("schedules")
        .set(valuesOf(param, ["session_id", "due_at", "data"]))
        .where(matches(param, "tenant", "workspace_id", "id")),
    ),
    delete: statement<OneSchedule>()((param) =>
      db.deleteFrom("schedules").where(matches(param, "tenant", "workspace_id", "id")),
    ),
  };
  const runs = sqlScheduleRuns(db);
  const due = sqlDueRows(db, dialect, "schedules", select, fromRow);
  return (executor: Executor): ScheduleRepository => ({
    ...due(executor),
    runs: runs(executor),
    async insert(record) {
      await executor.write(statements.insert(toRow(record)), { foreign_key: noWorkspace });
    },
    async get(tenant, workspace_id, id) {
      return readOne(executor, statements.get(executor)({ tenant, workspace_id, id }), fromRow);
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
