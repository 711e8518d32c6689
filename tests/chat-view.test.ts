import type { ItemDelta, SessionEvent } from "../packages/client/src/index.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sessionLogs } from "../packages/core/src/sessions/log-arbitrary.test-support.ts";
import { projectMessages } from "../packages/core/src/domain/sessions/project-messages.ts";
import { applyEvents } from "../packages/web/src/workspace/chat/log/apply-events.ts";
import { applyDelta, markStale } from "../packages/web/src/workspace/chat/log/live-items.ts";
import type { Row } from "../packages/web/src/workspace/chat/log/row.ts";
import { emptyView, type SessionView } from "../packages/web/src/workspace/chat/log/session-view.ts";

/** The client reads the events that the service writes. */
const logs = sessionLogs.map((batches) => batches.flat()) as fc.Arbitrary<readonly SessionEvent[]>;

function readAll(events: readonly SessionEvent[]): SessionView {
  return applyEvents(emptyView, events);
}

function rowsOf({ order, rows }: SessionView): readonly Row[] {
  return order.flatMap((id) => rows.get(id) ?? []);
}

/** The pieces in which an item's text arrived. */
function deltasOf(event: SessionEvent, size: number): readonly ItemDelta[] {
  if (event.type !== "item.completed" || event.item.role !== "assistant") return [];
  const { item_id, kind, content } = event.item;
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) => ({
    type: "item.delta" as const,
    session_id: event.session_id,
    turn_id: event.turn_id,
    at: event.at,
    item_id,
    kind,
    offset: index * size,
    text: text.slice(index * size, (index + 1) * size),
  }));
}

function isSaidByPerson(event: SessionEvent | undefined): boolean {
  return event?.type === "item.completed" && event.item.role === "user";
}

describe("a view of a log", () => {
  test("is the same however the log is cut, and whatever parts repeat", () => {
    fc.assert(
      fc.property(logs, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 6 }), (events, cuts) => {
        let view = emptyView;
        let read = 0;
        for (const [advance, back] of cuts) {
          const from = Math.max(0, read - (back % 5));
          read = Math.min(events.length, read + (advance % 12));
          view = applyEvents(view, events.slice(from, read));
        }
        view = applyEvents(view, events.slice(Math.max(0, read - 3)));
        expect(view).toEqual(readAll(events));
      }),
    );
  });

  test("is the same whatever pieces arrived before an item was complete", () => {
    fc.assert(
      fc.property(logs, fc.integer({ min: 1, max: 4 }), fc.array(fc.nat()), (events, size, chances) => {
        let view = emptyView;
        let chance = 0;
        const next = () => chances[chance++ % Math.max(1, chances.length)] ?? 0;
        for (const event of events) {
          for (const delta of deltasOf(event, size)) {
            if (next() % 3 !== 0) view = applyDelta(view, delta);
            if (next() % 4 === 0) view = applyDelta(markStale(view), delta);
          }
          view = applyEvents(view, [event]);
          for (const delta of deltasOf(event, size)) expect(applyDelta(view, delta)).toBe(view);
        }
        expect(view.live).toEqual([]);
        expect(view).toEqual(readAll(events));
      }),
    );
  });

  test("shows the messages of the transcript, in its order", () => {
    fc.assert(
      fc.property(logs, (events) => {
        const view = readAll(events);
        const shown = rowsOf(view).flatMap((row) => {
          if (row.kind === "call") return row.isFailed ? [] : row.call === null ? [] : [row.messageId];
          if (row.kind === "text" || row.kind === "reasoning") return row.isFailed ? [] : [row.messageId];
          return row.kind === "user" || row.kind === "note" ? [row.messageId] : [];
        });
        const waiting = view.queue.flatMap(({ messages }) => messages.map(({ messageId }) => messageId));
        const told = projectMessages(events as Parameters<typeof projectMessages>[0])
          .filter(({ role }) => role !== "tool")
          .map(({ id }) => id);
        const unique = [...new Set(shown)];
        expect(unique).toEqual(told.filter((id) => !waiting.includes(id)));
      }),
    );
  });

  test("has each result at its call, and no request open that was resolved", () => {
    fc.assert(
      fc.property(logs, (events) => {
        const view = readAll(events);
        const calls = rowsOf(view).filter((row) => row.kind === "call");
        for (const { call, result } of calls) if (result !== null) expect(result.call_id).toBe(call?.call_id);
        const open = calls.flatMap(({ asked }) => asked.filter(({ resolution }) => resolution === null));
        expect(open.map(({ request }) => request.id).sort()).toEqual([...view.open.keys()].sort());
      }),
    );
  });

  test("of the end of a log has the same last rows, except those that began before it", () => {
    fc.assert(
      fc.property(logs, fc.nat(), (events, chance) => {
        let from = chance % (events.length + 1);
        // Without its place in the queue, a message is shown where it was accepted.
        while (isSaidByPerson(events[from])) from -= 1;
        const whole = rowsOf(readAll(events));
        const end = rowsOf(readAll(events.slice(from)));
        const ids = new Set(whole.map(({ id }) => id));
        const same = end.filter(({ id }) => ids.has(id)).map(({ id }) => id);
        expect(whole.map(({ id }) => id).filter((id) => same.includes(id))).toEqual(same);
        expect(applyEvents(readAll(events.slice(0, from)), events.slice(from))).toEqual(readAll(events));
      }),
    );
  });
});
