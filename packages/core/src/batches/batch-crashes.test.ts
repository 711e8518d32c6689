import { describe, expect, it } from "vitest";
import type { BatchRecord } from "../domain/batches/batch.ts";
import { ABANDONED_MS } from "../idempotency/idempotency.ts";
import { admin, until } from "../test-host.test-support.ts";
import { batchHost, heldModel, itemsOf } from "./batches.test-support.ts";

const KEYS = ["a", "b", "c", "d", "e", "f"];

describe("a batch whose instance ends", () => {
  it("goes on with the next one, each item once", async () => {
    const model = heldModel();
    await using first = await batchHost(model.script);
    const { id } = await first.create(itemsOf(...KEYS), { concurrency: 2 });
    await until(() => model.count() === 2);
    const stopped = first.service.stop({ graceMs: 0 });
    model.release();
    await stopped;
    await using second = await first.another({ script: () => ({ text: "done" }) });
    expect((await second.ended(id)).counts).toMatchObject({ succeeded: 6, failed: 0, cancelled: 0 });
    const results = await second.results(id);
    expect(results.map(({ key }) => key).toSorted()).toEqual(KEYS);
    const { items } = await second.service.workspaces.list(admin, { limit: 100 });
    expect(items.map((workspace) => workspace.labels["batch_key"]).toSorted()).toEqual(KEYS);
  });

  it("begins the items that were reserved, but had no turn", async () => {
    await using idle = await batchHost(undefined, {}, true);
    const { id } = await idle.create(itemsOf(...KEYS));
    await idle.store.transaction(async ({ batches }) => {
      const batch = await batches.get(admin.tenant, id);
      const item = await batches.items.get(admin.tenant, id, 0);
      if (batch === null || item === null) throw new Error("It is not stored.");
      await batches.items.save({ ...item, status: "running", retry_at: 0 });
      await batches.save({ ...batch, status: "running", counts: { ...batch.counts, queued: 5, running: 1 } });
    });
    await using host = await idle.another();
    expect((await host.ended(id)).counts).toMatchObject({ queued: 0, running: 0, succeeded: 6 });
    expect((await host.results(id)).map(({ key }) => key).toSorted()).toEqual(KEYS);
  });

  it("is removed if its items were still arriving", async () => {
    await using idle = await batchHost(undefined, {}, true);
    const { id } = await idle.create(itemsOf(...KEYS));
    const { batches } = idle.store;
    const made = (await batches.get(admin.tenant, id)) as BatchRecord;
    await batches.save({ ...made, status: "loading", due_at: Date.now() + ABANDONED_MS });
    await using host = await idle.another();
    await expect(host.service.batches.get(admin, id)).rejects.toMatchObject({ code: "not_found" });
    await batches.save({ ...made, status: "loading", due_at: Date.now() - 1 });
    const other = await host.create(itemsOf("other"));
    await host.ended(other.id);
    await until(async () => (await batches.get(admin.tenant, id)) === null);
    expect(await batches.items.list(admin.tenant, id, { status: "queued", limit: 10 })).toEqual([]);
  });
});
