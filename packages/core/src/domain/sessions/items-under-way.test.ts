import { expect, it } from "vitest";
import type { ItemDelta, SessionEvent } from "./event.ts";
import { endedTurn, queuedTurn } from "./project-turn.ts";
import { serviceItem } from "./service-item.ts";
import { ItemsUnderWay } from "./items-under-way.ts";

const base = { session_id: "ses_1", at: "2026-01-31T12:00:00.000Z" };
const limits = {
  max_steps: 1,
  max_turn_seconds: 1,
  max_input_tokens: null,
  max_output_tokens: null,
  max_cost_usd: null,
};

/** The events of a turn that ends. */
function endOf(turn_id: string): readonly SessionEvent[] {
  const queued = { ...base, type: "turn.queued" as const, seq: 2, turn_id, source: "api" as const, limits };
  const turn = endedTurn(queuedTurn(queued).turn, { stop_reason: "interrupted", error: null }, base.at);
  const item = serviceItem(turn_id, "assistant", "Stopped.");
  return [
    { ...base, type: "item.completed", seq: 7, turn_id, item },
    { ...base, type: "turn.ended", seq: 8, turn_id, turn },
  ];
}

it("goes on with the items of a turn while another, which was queued, is withdrawn", () => {
  const items = new ItemsUnderWay();
  const piece: ItemDelta = {
    ...base,
    type: "item.delta",
    turn_id: "turn_a",
    item_id: "item_1",
    kind: "message",
    offset: 0,
    text: "Half",
  };
  items.add(piece);
  items.apply(endOf("turn_b"));
  const next = { ...piece, offset: 4, text: " done" };
  expect(items.add(next)).toEqual(next);
  expect(items.pieces()).toEqual([{ ...piece, text: "Half done" }]);
  items.apply(endOf("turn_a"));
  expect(items.isEmpty).toBe(true);
});
