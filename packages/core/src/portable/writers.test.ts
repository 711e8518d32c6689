import { expect, it } from "vitest";
import { Writers } from "./writers.ts";

it("a writer had stopped before a look if it ended before and did not begin again", () => {
  const writers = new Writers();
  writers.begin("a");
  writers.begin("b");
  writers.end("a");
  const look = writers.now();
  expect(["a", "b", "unknown"].map((id) => writers.hadStopped(id, look))).toEqual([true, false, true]);
  writers.begin("a");
  expect(writers.hadStopped("a", look)).toBe(false);
  writers.end("a");
  expect(writers.hadStopped("a", look)).toBe(false);
  expect(writers.hadStopped("a", writers.now())).toBe(true);
});

it("all had stopped before a look if nobody ended later", () => {
  const writers = new Writers();
  const call = Symbol("a call");
  writers.begin(call);
  const look = writers.now();
  expect(writers.hadAllStopped(look)).toBe(false);
  writers.end(call);
  expect(writers.hadAllStopped(look)).toBe(false);
  const later = writers.now();
  expect(writers.hadAllStopped(later)).toBe(true);
  writers.begin("a");
  writers.forget(later);
  expect(writers.isWriting("a")).toBe(true);
  expect(writers.hadAllStopped(writers.now())).toBe(false);
});
