import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../domain/sessions/event.ts";
import { copyOf, cutOf } from "./fork.test-support.ts";
import { sessionLogs } from "./log-arbitrary.test-support.ts";
import { projectMessages } from "../domain/sessions/project-messages.ts";
import { toPrompt } from "../agent/prompt/prompt-builder.ts";

const idsOf = (events: readonly SessionEvent[]) =>
  events.flatMap((event) =>
    event.type === "item.completed" || event.type === "item.started"
      ? [event.item.item_id, event.item.message_id]
      : [],
  );

/** Logs, cut at any event. */
const logs = fc
  .tuple(sessionLogs, fc.nat())
  .map(([batches, cut]) => batches.slice(0, 1 + (cut % batches.length)).flat());

describe("a copy of a log", () => {
  it("gives the same prompt as the original, wherever that is cut", () => {
    fc.assert(
      fc.property(logs, (events) => {
        const { through } = cutOf(events);
        expect(toPrompt(copyOf(events, through))).toEqual(toPrompt(events.slice(0, through)));
      }),
      { numRuns: 300 },
    );
  });

  it("gives the same prompt when it is copied again, and when it is cut at one of its messages", () => {
    fc.assert(
      fc.property(logs, fc.nat(), (events, choice) => {
        const first = copyOf(events, cutOf(events).through);
        expect(cutOf(first).through).toBe(first.length);
        expect(toPrompt(copyOf(first, first.length))).toEqual(toPrompt(first));
        const messages = projectMessages(first);
        const message = messages[choice % Math.max(1, messages.length)];
        if (message === undefined) return;
        const { through, isFound } = cutOf(first, message.id);
        expect(isFound).toBe(true);
        expect(toPrompt(copyOf(first, through))).toEqual(toPrompt(first.slice(0, through)));
      }),
      { numRuns: 300 },
    );
  });

  it("has new ids, consistently, and no usage", () => {
    fc.assert(
      fc.property(logs, (events) => {
        const { through } = cutOf(events);
        const copy = copyOf(events, through);
        const before = new Set(idsOf(events));
        expect(idsOf(copy).filter((id) => before.has(id))).toEqual([]);
        expect(copy.some((event) => "usage" in event)).toBe(false);
        const items = new Set<string>();
        for (const event of copy) {
          if (event.type !== "item.completed" && event.type !== "item.started") continue;
          const { item_id, parent_item_id } = event.item;
          if (parent_item_id !== undefined) expect(items).toContain(parent_item_id);
          items.add(item_id);
        }
        const messages = projectMessages(copy);
        expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
      }),
      { numRuns: 200 },
    );
  });
});

describe("the cut of a copy", () => {
  it("follows a complete step or an ended turn, at most the step of the message", () => {
    fc.assert(
      fc.property(logs, fc.nat(), (events, choice) => {
        const messages = projectMessages(events);
        const message = messages[choice % Math.max(1, messages.length)];
        if (message === undefined) return;
        const all = cutOf(events);
        const { through, isFound } = cutOf(events, message.id);
        expect(isFound).toBe(true);
        expect(through).toBeLessThanOrEqual(all.through);
        const last = events[through - 1];
        if (through > 1) {
          const isStep = last?.type === "item.completed" && last.item.role !== "user";
          expect(isStep || last?.type === "turn.ended").toBe(true);
        }
        if (message.role === "user") expect(through).toBeLessThan(message.seq);
      }),
      { numRuns: 300 },
    );
  });

  it("does not find a message of another session, or one that failed", () => {
    fc.assert(
      fc.property(logs, (events) => {
        expect(cutOf(events, "msg_other").isFound).toBe(false);
        const said = new Set(projectMessages(events).map(({ id }) => id));
        for (const event of events) {
          if (event.type !== "item.completed" || said.has(event.item.message_id)) continue;
          expect(cutOf(events, event.item.message_id).isFound).toBe(false);
        }
      }),
      { numRuns: 100 },
    );
  });
});
