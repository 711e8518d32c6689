import { expect, test } from "vitest";
import { fakeClock } from "./fake-clock.ts";

test("time stands still until it is moved on", async () => {
  const clock = fakeClock(1_000);
  expect([clock.now(), clock.monotonic()]).toEqual([1_000, 0]);
  await clock.advance(250);
  expect([clock.now(), clock.monotonic()]).toEqual([1_250, 250]);
});

test("sleepers wake in the order of their deadlines, each at its own time", async () => {
  const clock = fakeClock(0);
  const woken: [string, number][] = [];
  const sleeper = async (name: string, ms: number) => {
    await clock.sleep(ms);
    woken.push([name, clock.now()]);
  };
  const all = Promise.all([sleeper("c", 30), sleeper("a", 10), sleeper("b", 10), sleeper("d", 31)]);
  await clock.advance(30);
  expect(woken).toEqual([
    ["a", 10],
    ["b", 10],
    ["c", 30],
  ]);
  expect(clock.sleeping).toBe(1);
  await clock.advance(1);
  await all;
});

test("a sleep that begins while time moves on counts from its own beginning", async () => {
  const clock = fakeClock(0);
  const ticks: number[] = [];
  const ticker = (async () => {
    for (let index = 0; index < 3; index++) {
      await clock.sleep(10);
      ticks.push(clock.now());
    }
  })();
  await clock.advance(100);
  await ticker;
  expect(ticks).toEqual([10, 20, 30]);
  expect(clock.now()).toBe(100);
});

test("an aborted sleep ends at once and is forgotten", async () => {
  const clock = fakeClock();
  const controller = new AbortController();
  const sleep = clock.sleep(1_000, controller.signal);
  const neighbour = clock.sleep(2_000);
  controller.abort();
  await sleep;
  expect(clock.sleeping).toBe(1);
  await clock.sleep(5, controller.signal);
  await clock.advance(2_000);
  await neighbour;
});

test("a jump moves the wall time and wakes nobody", async () => {
  const clock = fakeClock(0);
  void clock.sleep(10);
  clock.jump(5_000);
  expect([clock.now(), clock.monotonic(), clock.sleeping]).toEqual([5_000, 0, 1]);
});
