import { expect, it } from "vitest";
import { describeStoreContract } from "../../testing/store-contract/describe-store-contract.ts";
import { fakeClock } from "../../testing/fake-clock/fake-clock.ts";
import { STORE_PARTS } from "../../testing/store-contract/store-under-test.ts";
import { givenSession } from "../../testing/store-contract/given.ts";
import { memoryCluster, memoryStore } from "./memory-store.ts";

describeStoreContract("memory", () => ({ store: memoryStore() }));
describeStoreContract(
  "memory that several instances share",
  () => {
    const { open } = memoryCluster();
    return { store: open(), reopen: open };
  },
  { parts: [...STORE_PARTS, "cluster"] },
);

it("a lease ends by the store's clock, which setting the wall time does not move", async () => {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  const session = await givenSession(store, { state: { status: "queued" } });
  const options = { owner: "inst_a", leaseMs: 45_000, limit: 1, placements: [session.placement] };
  expect(await store.sessions.claim(options)).toHaveLength(1);
  clock.jump(3_600_000);
  await clock.advance(44_999);
  expect(await store.sessions.claim(options)).toEqual([]);
  await clock.advance(1);
  expect(await store.sessions.claim(options)).toHaveLength(1);
});
