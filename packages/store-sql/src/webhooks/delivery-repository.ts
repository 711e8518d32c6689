import type { DeliveryRepository } from "@workspace-agent/core/ports";
import type { DeliveryRecord } from "@workspace-agent/core/schemas";
import { type Selectable, sql } from "kysely";
import type { NewRow } from "../column-types.ts";
import type { Db, WebhookDeliveryTable } from "../database.ts";
import { writeAll, type Executor } from "../executor.ts";
import { newestPage, pageParameters, type PageParameters } from "../newest-first.ts";
import { readOne } from "../read-one.ts";
import type { ListParameter, SqlDialect } from "../sql-dialect.ts";
import { matches, multiRowStatement, statement, valuesOf } from "../statement.ts";

type Row = NewRow<WebhookDeliveryTable>;
type OneDelivery = Pick<Row, "tenant" | "webhook_id" | "id">;

const COLUMNS = ["tenant", "webhook_id", "id", "epoch", "due_at", "created_at", "data"] as const;

function toRow(record: DeliveryRecord): Row {
  const { tenant, webhook_id, id, epoch, due_at, created_at, ...rest } = record;
  return { tenant, webhook_id, id, epoch, due_at, created_at, data: JSON.stringify(rest) };
}

function fromRow({ data, ...columns }: Selectable<WebhookDeliveryTable>): DeliveryRecord {
  const rest = JSON.parse(data) as Omit<DeliveryRecord, Exclude<(typeof COLUMNS)[number], "data">>;
  return {
    ...columns,
    epoch: Number(columns.epoch),
    due_at: columns.due_at === null ? null : Number(columns.due_at),
    created_at: Number(columns.created_at),
    ...rest,
  };
}

export function sqlDeliveries(db: Db, dialect: SqlDialect) {
  const select = db.selectFrom("webhook_deliveries").select(COLUMNS);
  const statements = {
    add: multiRowStatement<Row>(COLUMNS, (rows) => db.insertInto("webhook_deliveries").values(rows)),
    get: statement<OneDelivery>()((param) => select.where(matches(param, "tenant", "webhook_id", "id"))),
    list: statement<Omit<OneDelivery, "id"> & PageParameters>()((param) =>
      newestPage(select.where(matches(param, "tenant", "webhook_id")), param),
    ),
    /** Whether a claim may find anything, without a lock. */
    peek: statement<{ now: number }>()((param) =>
      db
        .selectFrom("webhook_deliveries")
        .select("id")
        .where("due_at", "<=", param("now"))
        .orderBy("due_at")
        .limit(1),
    ),
    lockDue: statement<{ now: number; limit: number; except: ListParameter }>()((param) =>
      dialect.lockFree(
        select
          .where("due_at", "<=", param("now"))
          .where((where) => where.not(dialect.isIn(where.ref("webhook_id"), param("except"))))
          .orderBy("due_at")
          .orderBy("id")
          .limit(param("limit")),
      ),
    ),
    claim: statement<OneDelivery & { until: number }>()((param) =>
      db
        .updateTable("webhook_deliveries")
        .set({ epoch: sql`epoch + 1`, due_at: param("until") })
        .where(matches(param, "tenant", "webhook_id", "id")),
    ),
    save: statement<Row & { expectedEpoch: number }>()((param) =>
      db
        .updateTable("webhook_deliveries")
        .set(valuesOf(param, ["epoch", "due_at", "data"]))
        .where(matches(param, "tenant", "webhook_id", "id"))
        .where("epoch", "=", param("expectedEpoch")),
    ),
    delete: statement<OneDelivery>()((param) =>
      db.deleteFrom("webhook_deliveries").where(matches(param, "tenant", "webhook_id", "id")),
    ),
    sweep: statement<{ before: number }>()((param) =>
      db
        .deleteFrom("webhook_deliveries")
        .where("created_at", "<", param("before"))
        .where("due_at", "is", null),
    ),
  };
  return (executor: Executor): DeliveryRepository => ({
    async add(records) {
      await writeAll(executor, statements.add(records.map(toRow)));
    },
    async get(tenant, webhook_id, id) {
      return readOne(executor, statements.get({ tenant, webhook_id, id }), fromRow);
    },
    async list(tenant, webhook_id, page) {
      const query = statements.list({ tenant, webhook_id, ...pageParameters(page) });
      return (await executor.read(query)).map(fromRow);
    },
    async claim({ now, leaseMs, limit, except }) {
      if (limit < 1) return [];
      if ((await executor.read(statements.peek({ now }))).length === 0) return [];
      return executor.atomic(async (executor) => {
        const due = { now, limit, except: dialect.list(except) };
        const records = (await executor.read(statements.lockDue(due))).map(fromRow);
        const until = now + leaseMs;
        for (const { tenant, webhook_id, id } of records)
          await executor.write(statements.claim({ tenant, webhook_id, id, until }));
        return records.map((record) => ({ ...record, epoch: record.epoch + 1, due_at: until }));
      });
    },
    async save(record, expectedEpoch) {
      const query = statements.save({ ...toRow(record), expectedEpoch });
      return (await executor.write(query)).count > 0;
    },
    async delete(tenant, webhook_id, id) {
      await executor.write(statements.delete({ tenant, webhook_id, id }));
    },
    async sweep(before) {
      await executor.write(statements.sweep({ before }));
    },
  });
}
