import { DomainError } from "../../domain/errors/domain-error.ts";
import type { WebhookRepository } from "../../ports/webhook-store.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { deliveryRepository } from "./webhook-delivery-repository.ts";

export function webhookRepository(access: Access): WebhookRepository {
  return {
    deliveries: deliveryRepository(access),
    async insert(record) {
      const copy = frozenCopy(record);
      await access.write(({ webhooks }) => webhooks.insert(copy.tenant, copy, "The webhook's id is taken."));
    },
    async get(tenant, id) {
      return access.tables.webhooks.get(tenant, id) ?? null;
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
        tables.webhookDeliveries.removeWhere(
          (delivery) => delivery.tenant === tenant && delivery.webhook_id === id,
        );
        return true;
      });
    },
  };
}
