import { describe, expect, it } from "vitest";
import { IdSequence, newId } from "./ids.ts";

describe("ids", () => {
  it("are prefixed, URL-safe, unique and sorted, also within a millisecond and when the clock goes back", () => {
    const sequence = new IdSequence();
    const ids = Array.from({ length: 5_000 }, (_, index) =>
      sequence.next("ses", 1_800_000_000_000 - (index % 7)),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^ses_[0-9a-hjkmnp-tv-z]{26}$/);
  });

  it("sort by time across processes", () => {
    const [early, late] = [1_900_000_000_000, 1_900_000_000_001];
    expect(new IdSequence().next("ws", early) < new IdSequence().next("ws", late)).toBe(true);
  });

  it("of this process are of one sequence", () => {
    const ids = Array.from({ length: 100 }, () => newId("ws"));
    expect(ids.toSorted()).toEqual(ids);
  });
});
