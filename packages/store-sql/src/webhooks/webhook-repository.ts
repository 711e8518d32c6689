import { DomainError } from "@workspace-agent/core";
import type { NewestFirst, WebhookRepository } from "@workspace-agent/core/ports";
import type { WebhookRecord } from "@workspace-agent/core/schemas";
import type { Selectable } from "kysely";
import type { Db, WebhookTable } from "../database.ts";
import type { Executor } from "../executor.ts";
import { pageParameters } from "../newest-first.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { statement } from "../statement.ts";

interface OneWebhook {
  readonly tenant: string;
  readonly id: string;
}

type Row = OneWebhook & { readonly enabled: number; readonly data: string };

export type WebhookStatements = ReturnType<typeof webhookStatements>;

export function webhookStatements(db: Db, dialect: SqlDialect) {
  const select = db.selectFrom("webhooks").select(["tenant", "id", "enabled", "data"]);
  return {
    insert: statement<Row>()((param) =>
      db.insertInto("webhooks").values({
        tenant: param("tenant"),
        id: param("id"),
        enabled: param("enabled"),
        data: param("data"),
      }),
    ),
    get: statement<OneWebhook>()((param) =>
      select.where("tenant", "=", param("tenant")).where("id", "=", param("id")),
    ),
    lock: statement<OneWebhook>()((param) =>
      dialect.lock(select.where("tenant", "=", param("tenant")).where("id", "=", param("id"))),
    ),
    list: statement<{ tenant: string; before: string; limit: number }>()((param) =>
      select
        .where("tenant", "=", param("tenant"))
        .where("id", "<", param("before"))
        .orderBy("id", "desc")
        .limit(param("limit")),
    ),
    listEnabled: statement<{ tenant: string }>()((param) =>
      select.where("tenant", "=", param("tenant")).where("enabled", "=", 1).orderBy("id"),
    ),
    save: statement<Row>()((param) =>
      db
        .updateTable("webhooks")
        .set({ enabled: param("enabled"), data: param("data") })
        .where("tenant", "=", param("tenant"))
        .where("id", "=", param("id")),
    ),
    delete: statement<OneWebhook>()((param) =>
      db.deleteFrom("webhooks").where("tenant", "=", param("tenant")).where("id", "=", param("id")),
    ),
    deleteDeliveries: statement<OneWebhook>()((param) =>
      db
        .deleteFrom("webhook_deliveries")
        .where("tenant", "=", param("tenant"))
        .where("webhook_id", "=", param("id")),
    ),
  };
}

function toRow({ tenant, id, enabled, ...rest }: WebhookRecord): Row {
  return { tenant, id, enabled: enabled ? 1 : 0, data: JSON.stringify(rest) };
}

function fromRow({ tenant, id, enabled, data }: Selectable<WebhookTable>): WebhookRecord {
  const rest = JSON.parse(data) as Omit<WebhookRecord, "tenant" | "id" | "enabled">;
  return { tenant, id, enabled: Number(enabled) === 1, ...rest };
}

export class SqlWebhooks implements WebhookRepository {
  constructor(
    private readonly executor: Executor,
    private readonly statements: WebhookStatements,
  ) {}

  async insert(record: WebhookRecord): Promise<void> {
    await this.executor.write(this.statements.insert(toRow(record)));
  }

  async get(tenant: string, id: string): Promise<WebhookRecord | null> {
    const [row] = await this.executor.read(this.statements.get({ tenant, id }));
    return row === undefined ? null : fromRow(row);
  }

  async lock(tenant: string, id: string): Promise<WebhookRecord | null> {
    const [row] = await this.executor.read(this.statements.lock({ tenant, id }));
    return row === undefined ? null : fromRow(row);
  }

  async list(tenant: string, page: NewestFirst): Promise<readonly WebhookRecord[]> {
    const query = this.statements.list({ tenant, ...pageParameters(page) });
    return (await this.executor.read(query)).map(fromRow);
  }

  async listEnabled(tenant: string): Promise<readonly WebhookRecord[]> {
    return (await this.executor.read(this.statements.listEnabled({ tenant }))).map(fromRow);
  }

  async save(record: WebhookRecord): Promise<void> {
    const { count } = await this.executor.write(this.statements.save(toRow(record)));
    if (count === 0) throw new DomainError("not_found", "There is no such webhook.");
  }

  async delete(tenant: string, id: string): Promise<boolean> {
    return this.executor.atomic(async (executor) => {
      const { count } = await executor.write(this.statements.delete({ tenant, id }));
      if (count > 0) await executor.write(this.statements.deleteDeliveries({ tenant, id }));
      return count > 0;
    });
  }
}
