import { describe, expect, it } from "vitest";
import { memoryCluster, memoryStore } from "../memory/index.ts";
import { fakeClock } from "../testing/index.ts";
import { StoreClock } from "./store-clock.ts";

const HOUR_MS = 3_600_000;

describe("the clock of a service", () => {
  it.each([HOUR_MS, -HOUR_MS])("follows the store where the host is off by %d ms", async (off) => {
    const host = fakeClock();
    const clock = new StoreClock(host);
    await clock.adjust({ ...memoryCluster().open(), now: async () => host.now() + off });
    expect(clock.now()).toBe(host.now() + off);
    await host.advance(5_000);
    expect(clock.now()).toBe(host.now() + off);
  });

  it("follows the host where both agree to a second, and where the store has no time", async () => {
    const host = fakeClock();
    const clock = new StoreClock(host);
    await clock.adjust({ ...memoryCluster().open(), now: async () => host.now() + 900 });
    expect(clock.now()).toBe(host.now());
    await clock.adjust({ ...memoryCluster().open(), now: async () => host.now() + HOUR_MS });
    await clock.adjust({ ...memoryCluster().open(), now: async () => host.now() });
    expect(clock.now()).toBe(host.now());
    await clock.adjust({ ...memoryStore(), now: async () => host.now() + HOUR_MS });
    expect(clock.now()).toBe(host.now());
  });
});
