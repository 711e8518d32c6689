import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PromptMessage } from "../ports/model.ts";
import { sessionLogs } from "./log-arbitrary.test-support.ts";
import { NOT_RUN, toPrompt, UNKNOWN_OUTCOME } from "./prompt-builder.ts";

/** What every provider asks of a prompt. */
function assertValid(messages: readonly PromptMessage[]): void {
  if (messages.length > 0) expect(messages[0]?.role).toBe("user");
  const seen = new Set<string>();
  messages.forEach((message, index) => {
    expect(message.parts.length).toBeGreaterThan(0);
    const calls = message.parts.filter((part) => part.type === "tool_call");
    const next = messages[index + 1];
    if (calls.length > 0) {
      expect(message.role).toBe("assistant");
      expect(next?.role).toBe("tool");
      expect(next?.parts.map((part) => (part.type === "tool_result" ? part.call_id : null))).toEqual(
        calls.map((call) => call.call_id),
      );
      for (const { call_id } of calls) {
        expect(seen.has(call_id)).toBe(false);
        seen.add(call_id);
      }
    }
    if (message.role === "tool") {
      expect(messages[index - 1]?.parts.some((part) => part.type === "tool_call")).toBe(true);
      expect(message.parts.every((part) => part.type === "tool_result")).toBe(true);
    }
    if (message.role === "user") expect(message.parts.every((part) => part.type === "text")).toBe(true);
  });
}

describe("a log as a prompt", () => {
  it("is valid wherever the log is cut", () => {
    fc.assert(
      fc.property(sessionLogs, (batches) => {
        const events = batches.flat();
        for (let cut = 0; cut <= events.length; cut++) assertValid(toPrompt(events.slice(0, cut)));
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
        const expected = events.flatMap((event) => {
          const isShown =
            event.type === "item.completed" &&
            event.item.status === "completed" &&
            started.has(event.turn_id);
          return isShown
            ? event.item.content.flatMap((part) => (part.type === "text" ? [part.text] : []))
            : [];
        });
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
});
