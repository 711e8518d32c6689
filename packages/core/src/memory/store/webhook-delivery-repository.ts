import { DomainError } from "../../domain/errors/domain-error.ts";
import type { DeliveryRepository } from "../../ports/webhook-store.ts";
import type { DeliveryRecord } from "../../domain/webhooks/delivery.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import type { Tables } from "./tables.ts";

function find(tables: Tables, tenant: string, webhookId: string, id: string): DeliveryRecord | null {
  const record = tables.webhookDeliveries.get(tenant, id);
  return record?.webhook_id === webhookId ? record : null;
}

export function deliveryRepository(access: Access): DeliveryRepository {
  return {
    async add(records) {
      const copies = records.map(frozenCopy);
      await access.write((tables) => {
        for (const { tenant, id } of copies)
          if (tables.webhookDeliveries.get(tenant, id))
            throw new DomainError("internal", "The delivery's id is taken.");
        for (const copy of copies) tables.webhookDeliveries.put(copy.tenant, copy);
      });
    },
    async get(tenant, webhookId, id) {
      return find(access.tables, tenant, webhookId, id);
    },
    async list(tenant, webhookId, page) {
      return access.tables.webhookDeliveries.newestFirst(
        tenant,
        page,
        ({ webhook_id }) => webhook_id === webhookId,
      );
    },
    async claim({ now, leaseMs, limit, except }) {
      const isDue = ({ due_at, webhook_id }: DeliveryRecord) =>
        due_at !== null && due_at <= now && !except.includes(webhook_id);
      // Does not wait for a transaction where nothing is due.
      if (![...access.tables.webhookDeliveries.all()].some(isDue)) return [];
      return access.write((tables) =>
        [...tables.webhookDeliveries.all()]
          .filter(isDue)
          .toSorted((a, b) => (a.due_at ?? 0) - (b.due_at ?? 0) || (a.id < b.id ? -1 : 1))
          .slice(0, limit)
          .map((record) => {
            const claimed = Object.freeze({ ...record, epoch: record.epoch + 1, due_at: now + leaseMs });
            tables.webhookDeliveries.put(record.tenant, claimed);
            return claimed;
          }),
      );
    },
    async save(record, expectedEpoch) {
      const copy = frozenCopy(record);
      return access.write((tables) => {
        if (find(tables, copy.tenant, copy.webhook_id, copy.id)?.epoch !== expectedEpoch) return false;
        tables.webhookDeliveries.put(copy.tenant, copy);
        return true;
      });
    },
    async delete(tenant, webhookId, id) {
      await access.write((tables) => {
        if (find(tables, tenant, webhookId, id) !== null) tables.webhookDeliveries.remove(tenant, id);
      });
    },
    async sweep(before) {
      await access.write((tables) =>
        tables.webhookDeliveries.removeWhere(
          ({ due_at, created_at }) => due_at === null && created_at < before,
        ),
      );
    },
  };
}
