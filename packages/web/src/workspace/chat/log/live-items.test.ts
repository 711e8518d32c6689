import type { ItemDelta } from "@workspace-agent/client";
import { describe, expect, test } from "vitest";
import { applyDelta, withoutConnection } from "./live-items.ts";
import { emptyView } from "./session-view.ts";

describe("pieces of an item", () => {
  const piece = (item_id: string, offset: number, text: string): ItemDelta => ({
    type: "item.delta",
    session_id: "ses_1",
    turn_id: "turn_1",
    at: "2026-01-31T12:00:00.000Z",
    kind: "message",
    item_id,
    offset,
    text,
  });

  test("are put together once each, and not over a gap", () => {
    const pieces = [
      piece("a", 0, "Hel"),
      piece("a", 3, "lo"),
      piece("a", 3, "lo"),
      piece("a", 1, "ello you"),
      piece("a", 40, "lost"),
    ];
    expect(pieces.reduce(applyDelta, emptyView).live).toMatchObject([{ id: "a", text: "Hello you" }]);
  });

  test("of an item that began before are waited for", () => {
    expect(applyDelta(emptyView, piece("a", 7, "rest")).live).toEqual([]);
  });

  test("of a response that was begun anew take the place of what the lost connection had shown", () => {
    const before = withoutConnection(applyDelta(emptyView, piece("a", 0, "Half a sen")));
    expect(applyDelta(before, piece("a", 10, "tence.")).live).toMatchObject([{ text: "Half a sentence." }]);
    expect(applyDelta(before, piece("b", 0, "Again")).live).toMatchObject([{ id: "b", text: "Again" }]);
  });
});
