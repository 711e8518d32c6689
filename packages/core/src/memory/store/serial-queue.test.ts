import { afterEach, expect, it, vi } from "vitest";
import { SerialQueue } from "./serial-queue.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("runs one piece of work at a time, in the order of asking, whether they fail or not", async () => {
  const queue = new SerialQueue();
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    steps.push(`${name} ends`);
    if (name === "first") throw new Error("on purpose");
  };
  await Promise.allSettled(["first", "second", "third"].map((name) => queue.run(work(name))));
  expect(steps).toEqual(["first", "second", "third"].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

it("refuses work inside of work after a while instead of waiting forever, and goes on", async () => {
  vi.useFakeTimers();
  const queue = new SerialQueue();
  const outer = queue.run(() => queue.run(() => "never"));
  const refused = expect(outer).rejects.toMatchObject({ code: "overloaded" });
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  expect(await queue.run(() => "after")).toBe("after");
});
