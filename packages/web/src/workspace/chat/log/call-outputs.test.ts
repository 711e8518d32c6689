import type { ItemDelta, SessionEvent } from "@workspace-agent/client";
import { describe, expect, test } from "vitest";
import { applyEvents } from "./apply-events.ts";
import { applyDelta } from "./live-items.ts";
import { emptyView, type SessionView } from "./session-view.ts";

const base = { session_id: "ses_1", turn_id: "turn_1", at: "2026-01-31T12:00:00.000Z" };
const call = { type: "tool_call" as const, call_id: "call_1", name: "bash", arguments: "{}" };
const item = {
  item_id: "call",
  turn_id: "turn_1",
  message_id: "msg_1",
  kind: "tool_call" as const,
  role: "assistant" as const,
  status: "completed" as const,
  content: [call],
};
const result = {
  type: "tool_result" as const,
  call_id: "call_1",
  name: "bash",
  output: "all",
  is_error: false,
};

const called: SessionEvent = { ...base, type: "item.completed", seq: 2, item };
const started = (seq: number): SessionEvent => ({ ...base, type: "item.started", seq, item });
const ended: SessionEvent = {
  ...base,
  type: "item.completed",
  seq: 9,
  item: {
    ...item,
    item_id: "result",
    kind: "tool_result",
    role: "tool",
    content: [{ ...result, truncated: false }],
    parent_item_id: "call",
  },
};

const piece = (offset: number, text: string): ItemDelta => ({
  ...base,
  type: "item.delta",
  kind: "tool_output",
  item_id: "call",
  offset,
  text,
});

const running = applyEvents(emptyView, [
  { ...base, type: "turn.started", seq: 1, model: "any" },
  called,
  started(3),
]);
const outputOf = (view: SessionView) => view.outputs.get("call");
const after = (...pieces: readonly ItemDelta[]) => outputOf(pieces.reduce(applyDelta, running));

describe("what a running call writes", () => {
  test("is joined, and a duplicate changes nothing", () => {
    expect(after(piece(0, "one\n"), piece(4, "two\n"), piece(0, "one\ntw"), piece(2, "e\ntwo\n3"))).toEqual({
      start: 0,
      text: "one\ntwo\n3",
    });
  });

  test("starts again after what was left out, also for who joins late", () => {
    expect(after(piece(900, "late"))).toEqual({ start: 900, text: "late" });
    expect(after(piece(0, "one"), piece(900, "la"), piece(902, "te"))).toEqual({ start: 900, text: "late" });
  });

  test("is bounded, without half a character at its start", () => {
    const output = after(piece(0, "🗺".repeat(9_000)), piece(18_000, "!"));
    expect(output?.text).toMatch(/^(?:🗺)+!$/u);
    expect(output?.text.length).toBeLessThanOrEqual(16_384);
    expect((output?.start ?? 0) + (output?.text.length ?? 0)).toBe(18_001);
  });

  test("is gone with the result, and nothing comes after it", () => {
    const view = applyEvents(applyDelta(running, piece(0, "one")), [ended]);
    expect(outputOf(view)).toBeUndefined();
    expect(applyDelta(view, piece(3, "late"))).toBe(view);
  });

  test("begins again if the call is repeated after a crash", () => {
    const view = applyEvents(applyDelta(running, piece(0, "one")), [started(4)]);
    expect(outputOf(applyDelta(view, piece(0, "o")))).toEqual({ start: 0, text: "o" });
  });
});
