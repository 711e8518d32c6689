import { expect, test } from "vitest";
import { fakeClock } from "../../testing/fake-clock/fake-clock.ts";
import { describeObjectStoreContract } from "../../testing/object-store-contract/describe-object-store-contract.ts";
import { memoryObjects } from "./memory-objects.ts";

describeObjectStoreContract("memory", () => ({ store: memoryObjects() }));

test("the time of an object is that of its last put, by the clock", async () => {
  const clock = fakeClock(5_000);
  const store = memoryObjects({ clock });
  await store.put("a", new Uint8Array(1));
  await clock.advance(10);
  await store.put("a", new Uint8Array(1), { ifAbsent: true });
  expect((await store.head("a"))?.modifiedAt).toBe(5_000);
  await store.put("a", new Uint8Array(1));
  expect((await store.list("")).objects).toEqual([{ key: "a", size: 1, modifiedAt: 5_010 }]);
});
