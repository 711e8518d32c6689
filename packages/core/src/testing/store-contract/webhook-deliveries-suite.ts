import { describe, expect, it } from "vitest";
import type { CompleteStore } from "../../ports/store.ts";
import type { TheStore } from "./given.ts";
import { unique } from "./records.ts";
import { aDelivery, aWebhook } from "./webhook-records.ts";

/** Claims cross tenants: each test has a time of its own, before those of all others, in which nothing else is due. */
let time = -1_000_000_000_000;

export function webhookDeliveriesSuite(theStore: TheStore<CompleteStore>): void {
  const deliveries = () => theStore().webhooks.deliveries;
  const aTime = () => (time -= 1_000_000);
  const claim = (now: number, options: { limit?: number; except?: readonly string[] } = {}) =>
    deliveries().claim({ now, leaseMs: 1_000, limit: 100, except: [], ...options });

  describe("deliveries", () => {
    it("are listed newest first, page by page, their own webhook's alone", async () => {
      const webhook = aWebhook();
      const [first, second, third] = [aDelivery(webhook), aDelivery(webhook), aDelivery(webhook)];
      await deliveries().add([first, second, third, aDelivery(aWebhook({ tenant: webhook.tenant }))]);
      expect(await deliveries().list(webhook.tenant, webhook.id, { limit: 2 })).toEqual([third, second]);
      const rest = { limit: 2, before: second.id };
      expect(await deliveries().list(webhook.tenant, webhook.id, rest)).toEqual([first]);
      expect(await deliveries().list(unique(), webhook.id, { limit: 2 })).toEqual([]);
      expect(await deliveries().get(webhook.tenant, webhook.id, first.id)).toEqual(first);
      expect(await deliveries().get(webhook.tenant, "whk_other", first.id)).toBeNull();
      expect(await deliveries().get(unique(), webhook.id, first.id)).toBeNull();
    });

    it("are undone with the transaction in which they were made", async () => {
      const webhook = aWebhook();
      const delivery = aDelivery(webhook);
      const undone = theStore().transaction(async (repositories) => {
        await repositories.webhooks.deliveries.add([delivery]);
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      expect(await deliveries().get(webhook.tenant, webhook.id, delivery.id)).toBeNull();
    });

    it("are claimed when they are due, the longest due first, and again when the lease is over", async () => {
      const now = aTime();
      const early = aDelivery(aWebhook(), { due_at: now - 5 });
      const late = aDelivery(aWebhook(), { due_at: now });
      const next = aDelivery(aWebhook(), { due_at: now + 1 });
      await deliveries().add([late, next, early, aDelivery(aWebhook())]);
      expect(await claim(now, { limit: 0 })).toEqual([]);
      const [first] = await claim(now, { limit: 1 });
      expect(first).toEqual({ ...early, epoch: 1, due_at: now + 1_000 });
      expect(await claim(now)).toMatchObject([{ id: late.id }]);
      expect(await claim(now)).toEqual([]);
      expect(await claim(now + 1_000)).toMatchObject([
        { id: next.id, epoch: 1 },
        { id: early.id, epoch: 2 },
        { id: late.id, epoch: 2 },
      ]);
    });

    it("of some webhooks are passed over", async () => {
      const now = aTime();
      const [busy, free] = [aWebhook(), aWebhook()];
      await deliveries().add([aDelivery(busy, { due_at: now }), aDelivery(free, { due_at: now })]);
      expect(await claim(now, { except: [busy.id, "whk_none"] })).toMatchObject([{ webhook_id: free.id }]);
      expect(await claim(now)).toMatchObject([{ webhook_id: busy.id }]);
    });

    it("are claimed by one of many who ask at once", async () => {
      const now = aTime();
      const webhook = aWebhook();
      await deliveries().add(Array.from({ length: 120 }, () => aDelivery(webhook, { due_at: now })));
      const claims = await Promise.all(Array.from({ length: 4 }, () => claim(now, { limit: 20 })));
      const ids = [...claims.flat(), ...(await claim(now, { limit: 200 }))].map(({ id }) => id);
      expect(ids).toHaveLength(120);
      expect(new Set(ids).size).toBe(120);
    });

    it("are written by whoever knows their epoch", async () => {
      const now = aTime();
      const webhook = aWebhook();
      const delivery = aDelivery(webhook, { due_at: now });
      await deliveries().add([delivery]);
      const [claimed] = await claim(now);
      if (claimed === undefined) throw new Error("Nothing was claimed.");
      const done = {
        ...claimed,
        status: "delivered",
        due_at: null,
        attempts: 1,
        response_status: 204,
        last_attempt_at: now,
      } as const;
      expect(await deliveries().save(done, 0)).toBe(false);
      expect(await deliveries().save({ ...done, tenant: unique() }, 1)).toBe(false);
      expect(await deliveries().save(done, 1)).toBe(true);
      expect(await deliveries().get(webhook.tenant, webhook.id, delivery.id)).toEqual(done);
      expect(await claim(now + 10_000)).toEqual([]);
      await deliveries().delete(unique(), webhook.id, delivery.id);
      expect(await deliveries().get(webhook.tenant, webhook.id, delivery.id)).toEqual(done);
      await deliveries().delete(webhook.tenant, webhook.id, delivery.id);
      expect(await deliveries().save(done, 1)).toBe(false);
    });

    it("are swept when they are old and not due any more", async () => {
      const webhook = aWebhook();
      const old = aDelivery(webhook, { created_at: 5 });
      const due = aDelivery(webhook, { created_at: 5, due_at: 4_000_000_000_000 });
      const young = aDelivery(webhook, { created_at: 10 });
      await deliveries().add([old, due, young]);
      await deliveries().sweep(10);
      expect(await deliveries().list(webhook.tenant, webhook.id, { limit: 5 })).toEqual([young, due]);
      await deliveries().delete(webhook.tenant, webhook.id, due.id);
    });
  });
}
