import { memoryCluster, memoryStore } from "../memory/index.ts";
import type { CounterRepository } from "../ports/cluster-store.ts";
import { describe, expect, it } from "vitest";
import type { Store } from "../ports/store.ts";
import { fakeClock } from "../testing/index.ts";
import { createLimiter } from "./limiter.ts";
import { MAX_KEYS } from "./windows.ts";

const RATE = { limit: 3, windowSeconds: 60 };

function countingStore(shared: boolean): { readonly store: Store; readonly writes: () => number } {
  if (!shared) return { store: memoryStore(), writes: () => 0 };
  const base = memoryCluster().open();
  let writes = 0;
  const counters: CounterRepository = {
    ...base.cluster.counters,
    async add(...given) {
      writes += 1;
      return base.cluster.counters.add(...given);
    },
  };
  const store = { ...base, cluster: { ...base.cluster, counters } };
  return { store, writes: () => writes };
}

function given(shared: boolean) {
  const clock = fakeClock();
  const { store, writes } = countingStore(shared);
  const instance = (name = "test") => createLimiter({ store, clock }, name, RATE);
  return { clock, writes, instance };
}

describe.each([
  ["of one process", false],
  ["of a shared store", true],
])("a limiter %s", (_, shared) => {
  it("allows its number in a window and tells what is left", async () => {
    const { clock, instance } = given(shared);
    const limiter = instance();
    expect(await limiter.take("t", "a")).toEqual({ allowed: true, count: 1, remaining: 2, resetSeconds: 60 });
    await clock.advance(20_500);
    expect(await limiter.take("t", "a")).toMatchObject({ allowed: true, remaining: 1, resetSeconds: 40 });
    expect(await limiter.take("t", "a")).toMatchObject({ allowed: true, remaining: 0 });
    expect(await limiter.take("t", "a")).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 40 });
  });

  it("goes on counting what it refuses", async () => {
    const { instance } = given(shared);
    const limiter = instance();
    const counts: number[] = [];
    for (let index = 0; index < 6; index++) counts.push((await limiter.take("t", "a")).count);
    expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("begins again when the window is over, however often it refused meanwhile", async () => {
    const { clock, instance } = given(shared);
    const limiter = instance();
    for (let index = 0; index < 10; index++) await limiter.take("t", "a");
    await clock.advance(59_999);
    expect((await limiter.take("t", "a")).allowed).toBe(false);
    await clock.advance(1);
    expect(await limiter.take("t", "a")).toMatchObject({ allowed: true, remaining: 2 });
  });

  it("counts each key of each tenant by itself", async () => {
    const { instance } = given(shared);
    const limiter = instance();
    for (let index = 0; index < 4; index++) await limiter.take("t", "ab");
    for (const [tenant, key] of [
      ["t", "a"],
      ["u", "ab"],
      ["ta", "b"],
    ] as const)
      expect((await limiter.take(tenant, key)).remaining).toBe(2);
  });

  it("allows no more when many ask at once", async () => {
    const { instance } = given(shared);
    const limiter = instance();
    const answers = await Promise.all(Array.from({ length: 20 }, async () => limiter.take("t", "a")));
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(3);
  });

  it("gives back what was counted, and nothing beyond it", async () => {
    const { clock, instance } = given(shared);
    const limiter = instance();
    await limiter.take("t", "a");
    const { count } = await limiter.take("t", "a");
    await limiter.giveBack("t", "a", count);
    expect((await limiter.take("t", "a")).remaining).toBe(2);
    await clock.advance(60_000);
    await limiter.giveBack("t", "a", 2);
    expect((await limiter.take("t", "a")).remaining).toBe(2);
  });

  it("gives back to a key that is over its limit", async () => {
    const { instance } = given(shared);
    const limiter = instance();
    for (let index = 0; index < 4; index++) await limiter.take("t", "a");
    await limiter.giveBack("t", "a", 4);
    expect((await limiter.take("t", "a")).remaining).toBe(2);
  });

  it("forgets the oldest of too many keys", async () => {
    const { instance } = given(shared);
    const limiter = instance();
    for (let index = 0; index < 4; index++) await limiter.take("t", "first");
    const others = Array.from({ length: MAX_KEYS }, (_, index) => `k${index}`);
    while (others.length > 0) await Promise.all(others.splice(0, 500).map((key) => limiter.take("t", key)));
    // A shared store remembers what this process forgot.
    expect((await limiter.take("t", "first")).allowed).toBe(!shared);
  });
});

describe("a limiter of a shared store", () => {
  it("holds across instances, apart from limiters of other names", async () => {
    const { instance } = given(true);
    const [one, two, other] = [instance(), instance(), instance("other")];
    await one.take("t", "a");
    await two.take("t", "a");
    expect((await one.take("t", "a")).remaining).toBe(0);
    expect((await two.take("t", "a")).allowed).toBe(false);
    expect((await other.take("t", "a")).remaining).toBe(2);
  });

  it("does not ask the store about what is over its limit", async () => {
    const { clock, writes, instance } = given(true);
    const limiter = instance();
    for (let index = 0; index < 100; index++) await limiter.take("t", "a");
    expect(writes()).toBe(4);
    await clock.advance(60_000);
    expect((await limiter.take("t", "a")).allowed).toBe(true);
  });

  it("waits for no longer than a window when another instance's clock is ahead", async () => {
    const { clock, instance } = given(true);
    const limiter = instance();
    await limiter.take("t", "a");
    clock.jump(-3_600_000);
    expect((await limiter.take("t", "a")).resetSeconds).toBe(60);
  });
});

describe("a limiter of one process", () => {
  it("does not mind when somebody sets the clock", async () => {
    const { clock, instance } = given(false);
    const limiter = instance();
    for (let index = 0; index < 4; index++) await limiter.take("t", "a");
    clock.jump(3_600_000);
    expect(await limiter.take("t", "a")).toMatchObject({ allowed: false, resetSeconds: 60 });
  });
});
