import { describe, expect, it } from "vitest";
import type { CompleteStore } from "../../ports/store.ts";
import type { TheStore } from "./given.ts";
import { unique } from "./records.ts";
import { aDelivery, aWebhook } from "./webhook-records.ts";
import type { WebhookRecord } from "../../domain/webhooks/webhook.ts";

export function webhooksSuite(theStore: TheStore<CompleteStore>): void {
  const webhooks = () => theStore().webhooks;

  async function given(record: Partial<WebhookRecord> = {}): Promise<WebhookRecord> {
    const webhook = aWebhook(record);
    await webhooks().insert(webhook);
    return webhook;
  }

  describe("webhooks", () => {
    it("are found by their own tenant alone", async () => {
      const webhook = await given();
      expect(await webhooks().get(webhook.tenant, webhook.id)).toEqual(webhook);
      expect(await webhooks().get(unique(), webhook.id)).toBeNull();
    });

    it("are listed newest first, page by page, and those that are enabled all at once", async () => {
      const tenant = unique();
      const first = await given({ tenant });
      const second = await given({ tenant, enabled: false, disabled_reason: "gone" });
      const third = await given({ tenant, workspace_ids: ["ws_1"], failing_since: 7 });
      await given();
      expect(await webhooks().list(tenant, { limit: 2 })).toEqual([third, second]);
      expect(await webhooks().list(tenant, { limit: 2, before: second.id })).toEqual([first]);
      expect(await webhooks().listEnabled(tenant)).toEqual([first, third]);
    });

    it("are changed as a whole, what a transaction has locked too", async () => {
      const webhook = await given();
      const changed = { ...webhook, url: "https://other.test/", enabled: false, updated_at: 9 };
      await theStore().transaction(async (repositories) => {
        expect(await repositories.webhooks.get(webhook.tenant, webhook.id)).toEqual(webhook);
        await repositories.webhooks.save(changed);
      });
      expect(await webhooks().get(webhook.tenant, webhook.id)).toEqual(changed);
      await expect(webhooks().save({ ...changed, tenant: unique() })).rejects.toMatchObject({
        code: "not_found",
      });
    });

    it("are deleted with their deliveries, by their own tenant alone", async () => {
      const webhook = await given();
      const other = await given({ tenant: webhook.tenant });
      const [gone, kept] = [aDelivery(webhook), aDelivery(other)];
      await theStore().webhooks.deliveries.add([gone, kept]);
      expect(await webhooks().delete(unique(), webhook.id)).toBe(false);
      expect(await webhooks().delete(webhook.tenant, webhook.id)).toBe(true);
      expect(await webhooks().delete(webhook.tenant, webhook.id)).toBe(false);
      const page = { limit: 5 };
      expect(await theStore().webhooks.deliveries.list(webhook.tenant, webhook.id, page)).toEqual([]);
      expect(await theStore().webhooks.deliveries.list(webhook.tenant, other.id, page)).toEqual([kept]);
    });
  });
}
