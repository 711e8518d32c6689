import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sessionLogs } from "../../sessions/log-arbitrary.test-support.ts";
import { NOT_RUN, UNKNOWN_OUTCOME } from "../../domain/sessions/call-result.ts";
import type { Item } from "../../domain/sessions/item.ts";
import { showImages } from "../../images/show-images.ts";
import { toResultPart } from "../run-tool.ts";
import { toPrompt } from "./prompt-builder.ts";
import { OMITTED_OUTPUT } from "./prompt-entry.ts";
import { assertValidPrompt } from "./valid-prompt.test-support.ts";

describe("a log as a prompt", () => {
  it("is valid wherever the log is cut", () => {
    fc.assert(
      fc.property(sessionLogs, (batches) => {
        const events = batches.flat();
        for (let cut = 0; cut <= events.length; cut++) assertValidPrompt(toPrompt(events.slice(0, cut)));
      }),
      { numRuns: 200 },
    );
  });

  it("shows every completed text once, and nothing that was given up", () => {
    fc.assert(
      fc.property(sessionLogs, (batches) => {
        const events = batches.flat();
        const started = new Set(
          events.flatMap((event) => (event.type === "turn.started" ? [event.turn_id] : [])),
        );
        // A message that was changed has several events.
        const items = new Map(
          events.flatMap((event) => {
            const isShown =
              event.type === "item.completed" &&
              event.item.status === "completed" &&
              started.has(event.turn_id);
            return isShown ? [[event.item.item_id, event.item.content]] : [];
          }),
        );
        const expected = [...items.values()].flatMap((content) =>
          content.flatMap((part) => (part.type === "text" ? [part.text] : [])),
        );
        const shown = toPrompt(events).flatMap(({ parts }) =>
          parts.flatMap((part) => (part.type === "text" ? [part.text] : [])),
        );
        expect(shown.toSorted()).toEqual(expected.toSorted());
      }),
      { numRuns: 200 },
    );
  });

  it("tells a call that was started and never answered from one that was never started", () => {
    fc.assert(
      fc.property(sessionLogs, (batches) => {
        const events = batches.flat();
        const started = new Set(
          events.flatMap((event) => (event.type === "item.started" ? [event.item.item_id] : [])),
        );
        const ids = new Map<string, boolean>();
        for (const event of events) {
          if (event.type !== "item.completed" || event.item.status !== "completed") continue;
          for (const part of event.item.content)
            if (part.type === "tool_call") ids.set(part.call_id, started.has(event.item.item_id));
        }
        for (const { parts } of toPrompt(events)) {
          for (const part of parts) {
            if (part.type !== "tool_result" || part.output === "done") continue;
            expect(part.output).toBe(ids.get(part.call_id) === true ? UNKNOWN_OUTCOME : NOT_RUN);
            expect(part.is_error).toBe(true);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it("has no images where old outputs are omitted", async () => {
    const call = { type: "tool_call", call_id: "call_1", name: "bash", arguments: "{}" } as const;
    const item: Item = {
      item_id: "item_1",
      turn_id: "turn_1",
      message_id: "msg_1",
      kind: "tool_call",
      role: "assistant",
      status: "completed",
      content: [call],
    };
    const at = { session_id: "ses_1", turn_id: "turn_1", at: "2026-01-01T00:00:00.000Z" };
    const result: Item = {
      ...item,
      item_id: "item_2",
      kind: "tool_result",
      role: "tool",
      content: [toResultPart(call, { output: "some words ".repeat(1_000) })],
      parent_item_id: item.item_id,
    };
    const messages = toPrompt([
      { type: "item.completed", ...at, seq: 1, item },
      { type: "item.completed", ...at, seq: 2, item: result },
      {
        type: "context.compacted",
        ...at,
        seq: 3,
        cause: "window",
        summary: null,
        summary_model: null,
        through_seq: null,
        kept_message_ids: [],
        outputs_through_seq: 2,
        longest_part_tokens: null,
        tokens_before: 3_000,
        tokens_after: 30,
      },
    ]);
    expect(messages.at(-1)?.parts).toMatchObject([{ output: OMITTED_OUTPUT }]);
    expect(await showImages(messages, null)).toBe(messages);
  });
});
