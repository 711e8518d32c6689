import { expect, it } from "vitest";
import { MergedCalls } from "./merged-calls.ts";

it("merges calls during a run into one more run", async () => {
  const ends: (() => void)[] = [];
  const calls = new MergedCalls(() => new Promise((resolve) => ends.push(resolve)));
  calls.call();
  calls.call();
  calls.call();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await Promise.resolve();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await calls.settled();
  calls.call();
  expect(ends).toHaveLength(3);
});
