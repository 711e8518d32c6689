import type { ItemDelta } from "@workspace-agent/client";
import { describe, expect, test } from "vitest";
import { applyDelta, markStale } from "./live-items.ts";
import { emptyView } from "./session-view.ts";

describe("the deltas of an item", () => {
  const delta = (item_id: string, offset: number, text: string): ItemDelta => ({
    type: "item.delta",
    session_id: "ses_1",
    turn_id: "turn_1",
    at: "2026-01-31T12:00:00.000Z",
    kind: "message",
    item_id,
    offset,
    text,
  });

  test("are applied once, and not after a gap", () => {
    const deltas = [
      delta("a", 0, "Hel"),
      delta("a", 3, "lo"),
      delta("a", 3, "lo"),
      delta("a", 1, "ello you"),
      delta("a", 40, "lost"),
    ];
    expect(deltas.reduce(applyDelta, emptyView).live).toMatchObject([{ id: "a", text: "Hello you" }]);
  });

  test("are ignored without the start of the item", () => {
    expect(applyDelta(emptyView, delta("a", 7, "rest")).live).toEqual([]);
  });

  test("of a new response replace a stale one", () => {
    const before = markStale(applyDelta(emptyView, delta("a", 0, "Half a sen")));
    expect(applyDelta(before, delta("a", 10, "tence.")).live).toMatchObject([{ text: "Half a sentence." }]);
    expect(applyDelta(before, delta("b", 0, "Again")).live).toMatchObject([{ id: "b", text: "Again" }]);
  });
});
