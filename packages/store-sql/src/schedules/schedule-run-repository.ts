import { DomainError } from "@workspace-agent/core";
import type { ScheduleRunRepository } from "@workspace-agent/core/ports";
import type { ScheduleRunRecord } from "@workspace-agent/core/schemas";
import type { Selectable } from "kysely";
import type { NewRow } from "../column-types.ts";
import type { Db } from "../database.ts";
import { writeAll, type Executor } from "../executor.ts";
import { newestPage, pageParameters, type PageParameters } from "../newest-first.ts";
import { readOne } from "../read-one.ts";
import type { ScheduleRunTable } from "../schedule-tables.ts";
import { matches, multiRowStatement, statement, valuesOf } from "../statement.ts";

type Row = NewRow<ScheduleRunTable>;
type OfSchedule = Pick<Row, "tenant" | "schedule_id">;
type OneRun = OfSchedule & Pick<Row, "id">;

const COLUMNS = [
  "tenant",
  "schedule_id",
  "id",
  "scheduled_at",
  "is_manual",
  "is_open",
  "turn_id",
  "data",
] as const;

function toRow(record: ScheduleRunRecord): Row {
  const { tenant, schedule_id, id, scheduled_at, is_open, turn_id, ...rest } = record;
  const is_manual = rest.trigger === "manual" ? 1 : 0;
  const data = JSON.stringify(rest);
  return { tenant, schedule_id, id, scheduled_at, is_manual, is_open: is_open ? 1 : 0, turn_id, data };
}

function fromRow({ data, is_manual: _, ...columns }: Selectable<ScheduleRunTable>): ScheduleRunRecord {
  const rest = JSON.parse(data) as Omit<
    ScheduleRunRecord,
    keyof OneRun | "scheduled_at" | "is_open" | "turn_id"
  >;
  return {
    ...columns,
    scheduled_at: Number(columns.scheduled_at),
    is_open: Number(columns.is_open) === 1,
    ...rest,
  };
}

const timeTaken = () => new DomainError("internal", "The schedule has a run at this time.");

export function sqlScheduleRuns(db: Db) {
  const select = db.selectFrom("schedule_runs").select(COLUMNS);
  const statements = {
    add: multiRowStatement<Row>(COLUMNS, (rows) => db.insertInto("schedule_runs").values(rows)),
    get: statement<OneRun>()((param) => select.where(matches(param, "tenant", "schedule_id", "id"))),
    list: statement<OfSchedule & PageParameters>()((param) =>
      newestPage(select.where(matches(param, "tenant", "schedule_id")), param),
    ),
    listOpen: statement<OfSchedule & { readonly limit: number }>()((param) =>
      select
        .where(matches(param, "tenant", "schedule_id"))
        .where("is_open", "=", 1)
        .orderBy("id")
        .limit(param("limit")),
    ),
    ofTurn: statement<{ tenant: string; turn_id: string }>()((param) =>
      select.where(matches(param, "tenant", "turn_id")),
    ),
    save: statement<Row>()((param) =>
      db
        .updateTable("schedule_runs")
        .set(valuesOf(param, ["is_open", "data"]))
        .where(matches(param, "tenant", "schedule_id", "id")),
    ),
  };
  return (executor: Executor): ScheduleRunRepository => ({
    async add(records) {
      const queries = statements.add(records.map(toRow));
      await writeAll(executor, queries, { unique: timeTaken });
    },
    async get(tenant, schedule_id, id) {
      return readOne(executor, statements.get({ tenant, schedule_id, id }), fromRow);
    },
    async list(tenant, schedule_id, page) {
      const query = statements.list({ tenant, schedule_id, ...pageParameters(page) });
      return (await executor.read(query)).map(fromRow);
    },
    async listOpen(tenant, schedule_id, limit) {
      return (await executor.read(statements.listOpen({ tenant, schedule_id, limit }))).map(fromRow);
    },
    async ofTurn(tenant, turn_id) {
      return readOne(executor, statements.ofTurn({ tenant, turn_id }), fromRow);
    },
    async save(record) {
      await executor.write(statements.save(toRow(record)));
    },
  });
}
