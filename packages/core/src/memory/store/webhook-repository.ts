import { DomainError } from "../../domain/errors/domain-error.ts";
import type { WebhookRepository } from "../../ports/webhook-store.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";

export function webhookRepository(access: Access): WebhookRepository {
  const get = (tenant: string, id: string) => access.tables.webhooks.get(tenant, id) ?? null;
  return {
    async insert(record) {
      const copy = frozenCopy(record);
      await access.write((tables) => {
        if (tables.webhooks.get(copy.tenant, copy.id))
          throw new DomainError("internal", "The webhook's id is taken.");
        tables.webhooks.put(copy.tenant, copy);
      });
    },
    async get(tenant, id) {
      return get(tenant, id);
    },
    async lock(tenant, id) {
      return get(tenant, id);
    },
    async list(tenant, page) {
      return access.tables.webhooks.newestFirst(tenant, page);
    },
    async listEnabled(tenant) {
      return access.tables.webhooks.group(tenant).filter(({ enabled }) => enabled);
    },
    async save(record) {
      const copy = frozenCopy(record);
      await access.write((tables) => {
        if (!tables.webhooks.get(copy.tenant, copy.id))
          throw new DomainError("not_found", "There is no such webhook.");
        tables.webhooks.put(copy.tenant, copy);
      });
    },
    async delete(tenant, id) {
      return access.write((tables) => {
        if (!tables.webhooks.remove(tenant, id)) return false;
        for (const delivery of [...tables.webhookDeliveries.group(tenant)])
          if (delivery.webhook_id === id) tables.webhookDeliveries.remove(tenant, delivery.id);
        return true;
      });
    },
  };
}
