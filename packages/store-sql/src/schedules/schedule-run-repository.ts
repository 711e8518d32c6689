import { DomainError } from "@workspace-agent/core";
import type { ScheduleRunRepository } from "@workspace-agent/core/ports";
import type { ScheduleRunRecord } from "@workspace-agent/core/schemas";
import type { Selectable } from "kysely";
import type { Db } from "../database.ts";
import type { Executor } from "../executor.ts";
import { pageParameters } from "../newest-first.ts";
import type { ScheduleRunTable } from "../schedule-tables.ts";
import { multiRowStatement, statement } from "../statement.ts";

interface OneRun {
  readonly tenant: string;
  readonly schedule_id: string;
  readonly id: string;
}

interface Row extends OneRun {
  readonly scheduled_at: number;
  readonly is_manual: number;
  readonly is_open: number;
  readonly turn_id: string | null;
  readonly data: string;
}

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
    add: multiRowStatement<Row>(COLUMNS, (rows) => db.insertInto("schedule_runs").values([...rows])),
    get: statement<OneRun>()((param) =>
      select
        .where("tenant", "=", param("tenant"))
        .where("schedule_id", "=", param("schedule_id"))
        .where("id", "=", param("id")),
    ),
    list: statement<{ tenant: string; schedule_id: string; before: string; limit: number }>()((param) =>
      select
        .where("tenant", "=", param("tenant"))
        .where("schedule_id", "=", param("schedule_id"))
        .where("id", "<", param("before"))
        .orderBy("id", "desc")
        .limit(param("limit")),
    ),
    listOpen: statement<{ tenant: string; schedule_id: string; limit: number }>()((param) =>
      select
        .where("tenant", "=", param("tenant"))
        .where("schedule_id", "=", param("schedule_id"))
        .where("is_open", "=", 1)
        .orderBy("id")
        .limit(param("limit")),
    ),
    ofTurn: statement<{ tenant: string; turn_id: string }>()((param) =>
      select.where("tenant", "=", param("tenant")).where("turn_id", "=", param("turn_id")),
    ),
    save: statement<Row>()((param) =>
      db
        .updateTable("schedule_runs")
        .set({ is_open: param("is_open"), data: param("data") })
        .where("tenant", "=", param("tenant"))
        .where("schedule_id", "=", param("schedule_id"))
        .where("id", "=", param("id")),
    ),
  };
  return (executor: Executor): ScheduleRunRepository => ({
    async add(records) {
      const queries = statements.add(records.map(toRow));
      await executor.atomic(async (executor) => {
        for (const query of queries) await executor.write(query, { unique: timeTaken });
      });
    },
    async get(tenant, schedule_id, id) {
      const [row] = await executor.read(statements.get({ tenant, schedule_id, id }));
      return row === undefined ? null : fromRow(row);
    },
    async list(tenant, schedule_id, page) {
      const query = statements.list({ tenant, schedule_id, ...pageParameters(page) });
      return (await executor.read(query)).map(fromRow);
    },
    async listOpen(tenant, schedule_id, limit) {
      return (await executor.read(statements.listOpen({ tenant, schedule_id, limit }))).map(fromRow);
    },
    async ofTurn(tenant, turn_id) {
      const [row] = await executor.read(statements.ofTurn({ tenant, turn_id }));
      return row === undefined ? null : fromRow(row);
    },
    async save(record) {
      await executor.write(statements.save(toRow(record)));
    },
  });
}
