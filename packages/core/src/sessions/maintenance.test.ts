import { memoryCluster } from "../memory/index.ts";
import { expect, it } from "vitest";
import { testHost, until } from "../test-host.test-support.ts";
import { fakeClock, testStore } from "../testing/index.ts";

const AN_HOUR = 3_600_000;
const TEN_MINUTES = 600_000;
const tenant = "default";

function aStore() {
  const clock = fakeClock();
  const store = testStore({ clock });
  const stage = (load: string, age: number) =>
    store.stagedLines.append(tenant, load, [{ index: 0, text: "{}" }], clock.now() - age);
  const staged = async (load: string) =>
    (await store.stagedLines.page(tenant, load, { after: -1, limit: 9 })).length;
  return { clock, store, stage, staged };
}

it("what has expired is removed at the start, and nothing else", async () => {
  const { clock, store, stage, staged } = aStore();
  const now = clock.now();
  await stage("broken off", AN_HOUR + 1);
  await stage("under way", AN_HOUR - 1);
  await store.signIns.insertCode("old", now - 1);
  await using running = new AsyncDisposableStack();
  running.use(await testHost({ script: [], service: { store, clock } }));
  await until(async () => (await staged("broken off")) === 0);
  expect(await staged("under way")).toBe(1);
  expect(await store.signIns.consumeCode("old", now - 2)).toBe(false);
});

it("counters whose window is over are removed where instances share the store", async () => {
  const clock = fakeClock();
  const store = memoryCluster({ clock }).open();
  const { counters } = store.cluster;
  const now = clock.now();
  await counters.add(tenant, "over", 5, { ms: 1_000, now: now - 1_000 });
  await counters.add(tenant, "open", 5, { ms: 1_000, now });
  await using running = new AsyncDisposableStack();
  running.use(await testHost({ script: [], service: { store, clock } }));
  const again = { ms: 1_000, now: now - 1 };
  await until(async () => (await counters.add(tenant, "over", 0, again)).count === 0);
  expect(await counters.add(tenant, "open", 1, again)).toMatchObject({ count: 6 });
});

it("what expires later is removed within ten minutes", async () => {
  const { clock, store, stage, staged } = aStore();
  await stage("first", AN_HOUR + 1);
  await stage("later", AN_HOUR - TEN_MINUTES + 1);
  await using running = new AsyncDisposableStack();
  running.use(await testHost({ script: [], service: { store, clock } }));
  await until(async () => (await staged("first")) === 0);
  await clock.advance(TEN_MINUTES - 1);
  expect(await staged("later")).toBe(1);
  await clock.advance(1);
  await until(async () => (await staged("later")) === 0);
});
