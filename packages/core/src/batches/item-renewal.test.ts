import { expect, it } from "vitest";
import type { BatchItemState } from "../domain/batches/batch-item.ts";
import { memoryStore } from "../memory/index.ts";
import { silentLogger } from "../ports/logger.ts";
import { fakeClock } from "../testing/index.ts";
import { aBatch, aBatchItem } from "../testing/store-contract/batch-records.ts";
import { whileBeginning } from "./item-renewal.ts";

/** An item that is begun for the 15 seconds from now. */
async function given() {
  const clock = fakeClock();
  const store = memoryStore();
  const batch = aBatch();
  const item = aBatchItem(batch, { status: "running", retry_at: clock.now() + 15_000 });
  await store.batches.insert(batch);
  await store.batches.items.add([item]);
  const work = Promise.withResolvers<undefined>();
  const beginning = whileBeginning({ store, clock, logger: silentLogger }, item, () => work.promise);
  const left = async () => {
    const { retry_at } = (await store.batches.items.get(batch.tenant, batch.id, 0)) ?? {};
    return (retry_at ?? 0) - clock.now();
  };
  const save = (change: Partial<BatchItemState>) => store.batches.items.save({ ...item, ...change });
  return { clock, work, beginning, left, save };
}

it("an item is not begun again while its workspace is made, however long that takes", async () => {
  const { clock, work, beginning, left } = await given();
  for (let round = 0; round < 10; round++) {
    await clock.advance(5_000);
    expect(await left()).toBe(15_000);
  }
  work.resolve(undefined);
  await beginning;
  await clock.advance(20_000);
  expect(await left()).toBe(-5_000);
});

it("an item that has a turn meanwhile is not changed", async () => {
  const { clock, work, beginning, left, save } = await given();
  await save({ turn_id: "turn_1", retry_at: null });
  const before = await left();
  await clock.advance(5_000);
  expect(await left()).toBe(before - 5_000);
  work.resolve(undefined);
  await beginning;
});
