import { describe, expect, it } from "vitest";
import { newId } from "./ids.ts";

describe("ids", () => {
  it("are prefixed, URL-safe, unique and sorted, also within a millisecond and when the clock goes back", () => {
    const ids = Array.from({ length: 5_000 }, (_, index) => newId("ses", 1_800_000_000_000 - (index % 7)));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
    for (const id of ids) expect(id).toMatch(/^ses_[0-9a-hjkmnp-tv-z]{26}$/);
  });

  it("sort by time across processes", () => {
    expect(newId("ws", 1_900_000_000_000) < newId("ws", 1_900_000_000_001)).toBe(true);
  });
});
