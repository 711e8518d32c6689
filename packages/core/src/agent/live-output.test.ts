import { describe, expect, it } from "vitest";
import type { ItemDelta } from "../domain/sessions/event.ts";
import { ItemsUnderWay } from "../domain/sessions/items-under-way.ts";
import { SecretForms } from "../redaction/secret-forms.ts";
import { StreamRedactor } from "../redaction/stream-redactor.ts";
import type { Notice } from "../sessions/live-feed.ts";
import { fakeClock } from "../testing/index.ts";
import { LiveOutput } from "./live-output.ts";

function liveOutput() {
  const clock = fakeClock();
  const pieces: ItemDelta[] = [];
  const stop = new AbortController();
  const publish = (_: string, notice: Notice) => {
    if (notice.type === "delta") pieces.push(notice.delta);
  };
  const call = {
    item_id: "item_1",
    turn_id: "turn_1",
    message_id: "msg_1",
    kind: "tool_call" as const,
    role: "assistant" as const,
    status: "completed" as const,
    content: [],
  };
  const redactor = new StreamRedactor(new SecretForms({ KEY: "hunter2hunter2" }));
  const output = new LiveOutput(call, redactor, "ses_1", { clock, feed: { publish }, signal: stop.signal });
  return { clock, pieces, output, stop };
}

const shown = (pieces: readonly ItemDelta[]) => pieces.map(({ offset, text }) => [offset, text]);

describe("what a call writes while it runs", () => {
  it("is published at once, then as what arrived within 100 ms", async () => {
    const { clock, pieces, output } = liveOutput();
    output.add("one ");
    output.add("two ");
    output.add("three ");
    expect(shown(pieces)).toEqual([[0, "one "]]);
    await clock.advance(100);
    expect(shown(pieces).slice(1)).toEqual([[4, "two three "]]);
    output.end();
    output.add("late");
    expect(pieces).toHaveLength(2);
  });

  it("has no secret, also not one that arrives in two pieces", () => {
    const { pieces, output } = liveOutput();
    output.add("key: hunter2");
    output.add("hunter2 end");
    output.end();
    expect(pieces.map(({ text }) => text).join("")).not.toContain("hunter2");
  });

  it("is left out where more arrives than is shown, and the offset says how much", () => {
    const { pieces, output } = liveOutput();
    output.add("x");
    output.add("y".repeat(10_000));
    output.end();
    expect(pieces.map(({ offset, text }) => [offset, text.length])).toEqual([
      [0, 1],
      [1 + 10_000 - 4_096, 4_096],
    ]);
  });

  it("is not published once the call has to stop", () => {
    const { pieces, output, stop } = liveOutput();
    stop.abort();
    output.add("late");
    output.end();
    expect(pieces).toEqual([]);
  });
});

describe("the output that is known of a running call", () => {
  const piece = (offset: number, text: string): ItemDelta => ({
    type: "item.delta",
    session_id: "ses_1",
    turn_id: "turn_1",
    at: "2026-01-01T00:00:00.000Z",
    item_id: "item_1",
    kind: "tool_output",
    offset,
    text,
  });

  it("is its end: it starts again after a gap, and is cut at its start", () => {
    const items = new ItemsUnderWay();
    expect(items.add(piece(50, "late reader"))).toMatchObject({ offset: 50 });
    expect(items.add(piece(90, "after a gap"))).toMatchObject({ offset: 90 });
    expect(items.add(piece(95, " a gap!"))).toMatchObject({ offset: 101, text: "!" });
    expect(shown(items.pieces())).toEqual([[90, "after a gap!"]]);
    items.add(piece(102, "z".repeat(20_000)));
    expect(items.pieces().map(({ offset, text }) => [offset, text.length])).toEqual([[3_718, 16_384]]);
  });

  it("is over with the result of the call, and not with the call", () => {
    const items = new ItemsUnderWay();
    items.add(piece(0, "text"));
    const item = {
      turn_id: "turn_1",
      message_id: "msg_2",
      status: "completed" as const,
      content: [],
    };
    const event = { type: "item.completed", session_id: "ses_1", turn_id: "turn_1", at: "", seq: 1 } as const;
    const base = { ...event, seq: 2 };
    items.apply([{ ...event, item: { ...item, item_id: "item_9", kind: "message", role: "user" } }]);
    expect(items.isEmpty).toBe(false);
    const result = { ...item, item_id: "item_2", kind: "tool_result", role: "tool" } as const;
    items.apply([{ ...base, item: { ...result, parent_item_id: "item_1" } }]);
    expect(items.isEmpty).toBe(true);
  });
});
