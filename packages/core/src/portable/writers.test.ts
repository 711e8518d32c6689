import { expect, it } from "vitest";
import { Writers } from "./writers.ts";

it("a session had stopped before a look if it ended before and did not begin again", () => {
  const writers = new Writers();
  writers.begin(["a", "b"])();
  writers.end("a");
  const look = writers.now();
  expect(["a", "b", "unknown"].map((id) => writers.hadStopped(id, look))).toEqual([true, false, true]);
  const end = writers.begin(["a"]);
  expect(writers.hadStopped("a", look)).toBe(false);
  end();
  writers.end("a");
  expect(writers.hadStopped("a", look)).toBe(false);
  expect(writers.hadStopped("a", writers.now())).toBe(true);
});

it("a session that ended had not stopped as long as one of its calls goes on", () => {
  const writers = new Writers();
  const ends = [writers.begin(["a"]), writers.begin(["a"])];
  writers.end("a");
  ends[0]?.();
  writers.endAll();
  expect(writers.hadStopped("a", writers.now())).toBe(false);
  ends[1]?.();
  expect(writers.hadStopped("a", writers.now())).toBe(true);
});

it("all had stopped before a look if no call and no session ended later", () => {
  const writers = new Writers();
  const end = writers.begin([]);
  const look = writers.now();
  expect(writers.hadAllStopped(look)).toBe(false);
  end();
  expect(writers.hadAllStopped(look)).toBe(false);
  const later = writers.now();
  expect(writers.hadAllStopped(later)).toBe(true);
  writers.begin(["a"])();
  writers.forget(writers.now());
  expect(writers.isWriting("a")).toBe(true);
  expect(writers.hadAllStopped(writers.now())).toBe(false);
});
