import { once } from "node:events";
import { setImmediate as immediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterEach, expect, test, vi } from "vitest";
import { collectWhenIdle } from "./collect-when-idle.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets periods of ten seconds pass in each of which the process uses so many milliseconds. Returns how often garbage was collected. */
function collections(...periods: readonly number[]): number {
  vi.useFakeTimers();
  let usedMs = 700;
  vi.spyOn(process, "cpuUsage").mockImplementation(() => ({ user: usedMs * 800, system: usedMs * 200 }));
  let count = 0;
  collectWhenIdle(() => {
    count += 1;
    // Collecting is work too.
    usedMs += 245;
  });
  for (const used of periods) {
    usedMs += used;
    vi.advanceTimersByTime(10_000);
  }
  return count;
}

test("garbage is collected once after an idle minute, and once again after more work", () => {
  expect(collections(400, 0, 0, 0, 0, 0)).toBe(0);
  expect(collections(400, 0, 50, 0, 0, 0, 0)).toBe(1);
  expect(collections(400, 0, 50, 0, 0, 0, 0, 200, 0, 0, 0, 0, 0, 0)).toBe(1);
  expect(collections(400, 0, 50, 0, 0, 0, 0, 300, 0, 0, 0, 0, 0, 0)).toBe(2);
});

test("nothing is collected while there is work every minute, or in a short pause", () => {
  expect(collections(400, 0, 0, 0, 0, 0, 300, 0, 0, 0, 0, 0, 300)).toBe(0);
});

test("by default, V8 collects, and no global name is left, also in new threads", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  vi.spyOn(process, "cpuUsage").mockReturnValue({ user: 0, system: 0 });
  const garbage = new WeakRef({});
  // What a job has made lives until its end.
  await immediate();
  collectWhenIdle();
  vi.advanceTimersByTime(60_000);
  expect(garbage.deref() === undefined).toBe(true);
  expect("gc" in globalThis).toBe(false);
  const thread = new Worker(`require("worker_threads").parentPort.postMessage("gc" in globalThis)`, {
    eval: true,
  });
  expect(await once(thread, "message")).toEqual([false]);
});
