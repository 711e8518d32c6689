import { DomainError } from "@workspace-agent/core";
import type { WebhookRepository } from "@workspace-agent/core/ports";
import type { WebhookRecord } from "@workspace-agent/core/schemas";
import type { Selectable } from "kysely";
import type { NewRow } from "../column-types.ts";
import type { Db, WebhookTable } from "../database.ts";
import type { Executor } from "../executor.ts";
import { newestPage, pageParameters, type PageParameters } from "../newest-first.ts";
import { lockable, readOne } from "../read-one.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { matches, statement, valuesOf } from "../statement.ts";
import { sqlDeliveries } from "./delivery-repository.ts";

type Row = NewRow<WebhookTable>;
type OneWebhook = Pick<Row, "tenant" | "id">;

function toRow({ tenant, id, enabled, ...rest }: WebhookRecord): Row {
  return { tenant, id, enabled: enabled ? 1 : 0, data: JSON.stringify(rest) };
}

function fromRow({ tenant, id, enabled, data }: Selectable<WebhookTable>): WebhookRecord {
  const rest = JSON.parse(data) as Omit<WebhookRecord, "tenant" | "id" | "enabled">;
  return { tenant, id, enabled: Number(enabled) === 1, ...rest };
}

export function sqlWebhooks(db: Db, dialect: SqlDialect) {
  const select = db.selectFrom("webhooks").select(["tenant", "id", "enabled", "data"]);
  const statements = {
    insert: statement<Row>()((param) =>
      db.insertInto("webhooks").values(valuesOf(param, ["tenant", "id", "enabled", "data"])),
    ),
    get: lockable<OneWebhook>(dialect)((param) => select.where(matches(param, "tenant", "id"))),
    list: statement<{ tenant: string } & PageParameters>()((param) =>
      newestPage(select.where("tenant", "=", param("tenant")), param),
    ),
    listEnabled: statement<{ tenant: string }>()((param) =>
      select.where("tenant", "=", param("tenant")).where("enabled", "=", 1).orderBy("id"),
    ),
    save: statement<Row>()((param) =>
      db
        .updateTable("webhooks")
        .set(valuesOf(param, ["enabled", "data"]))
        .where(matches(param, "tenant", "id")),
    ),
    delete: statement<OneWebhook>()((param) =>
      db.deleteFrom("webhooks").where(matches(param, "tenant", "id")),
    ),
    deleteDeliveries: statement<{ tenant: string; webhook_id: string }>()((param) =>
      db.deleteFrom("webhook_deliveries").where(matches(param, "tenant", "webhook_id")),
    ),
  };
  const deliveries = sqlDeliveries(db, dialect);
  return (executor: Executor): WebhookRepository => ({
    deliveries: deliveries(executor),
    async insert(record) {
      await executor.write(statements.insert(toRow(record)));
    },
    async get(tenant, id) {
      return readOne(executor, statements.get(executor)({ tenant, id }), fromRow);
    },
    async list(tenant, page) {
      const query = statements.list({ tenant, ...pageParameters(page) });
      return (await executor.read(query)).map(fromRow);
    },
    async listEnabled(tenant) {
      return (await executor.read(statements.listEnabled({ tenant }))).map(fromRow);
    },
    async save(record) {
      const { count } = await executor.write(statements.save(toRow(record)));
      if (count === 0) throw new DomainError("not_found", "There is no such webhook.");
    },
    async delete(tenant, id) {
      return executor.atomic(async (executor) => {
        const { count } = await executor.write(statements.delete({ tenant, id }));
        if (count > 0) await executor.write(statements.deleteDeliveries({ tenant, webhook_id: id }));
        return count > 0;
      });
    },
  });
}
