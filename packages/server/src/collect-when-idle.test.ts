import { setImmediate as immediate } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { collectWhenIdle } from "./collect-when-idle.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets seconds pass in each of which the process uses so many milliseconds of a processor. Returns how often garbage was collected. */
function collections(...seconds: readonly number[]): number {
  vi.useFakeTimers();
  let usedMs = 700;
  vi.spyOn(process, "cpuUsage").mockImplementation(() => ({ user: usedMs * 800, system: usedMs * 200 }));
  let count = 0;
  collectWhenIdle(() => {
    count += 1;
    // Collecting is work too.
    usedMs += 45;
  });
  for (const used of seconds) {
    usedMs += used;
    vi.advanceTimersByTime(1_000);
  }
  return count;
}

test("garbage is collected once after work, and once again after more of it", () => {
  expect(collections(400, 0)).toBe(0);
  expect(collections(400, 0, 5)).toBe(1);
  expect(collections(400, 0, 5, 0, 20, 0, 0)).toBe(1);
  expect(collections(400, 0, 5, 0, 300, 0, 0, 0)).toBe(2);
});

test("nothing is collected while there is work, however little, or in a short pause", () => {
  expect(collections(400, 0, 30, 0, 30, 0, 30, 500)).toBe(0);
});

test("by default, V8 collects, and no global name is left", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  vi.spyOn(process, "cpuUsage").mockReturnValue({ user: 0, system: 0 });
  const garbage = new WeakRef({});
  // What a job has made lives until its end.
  await immediate();
  collectWhenIdle();
  vi.advanceTimersByTime(2_000);
  expect(garbage.deref() === undefined).toBe(true);
  expect("gc" in globalThis).toBe(false);
});
