import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionEvent } from "./event.ts";
import { sessionLogs } from "../../sessions/log-arbitrary.test-support.ts";
import { projectMessages } from "./project-messages.ts";
import { emptySession, projectSession } from "./project-session.ts";

const fold = (events: readonly SessionEvent[]) => events.reduce(projectSession, emptySession);

describe("the projections of a log", () => {
  it("ends every turn of a whole log once, with an assistant's message last", () => {
    fc.assert(
      fc.property(sessionLogs, (batches) => {
        const events = batches.flat();
        const started = events.filter((event) => event.type === "turn.started");
        for (const { turn_id } of started) {
          expect(
            events.filter((event) => event.type === "turn.ended" && event.turn_id === turn_id),
          ).toHaveLength(1);
          expect(projectMessages(events).findLast((message) => message.turn_id === turn_id)?.role).toBe(
            "assistant",
          );
        }
      }),
    );
  });

  it("has a turn wait as long as one of its requests is open, and none once it has ended", () => {
    fc.assert(
      fc.property(sessionLogs, (batches) => {
        let state = emptySession;
        const open = new Set<string>();
        for (const event of batches.flat()) {
          state = projectSession(state, event);
          if (event.type === "request.opened") open.add(event.request.id);
          if (event.type === "request.resolved") open.delete(event.request_id);
          // Another turn may go on, and wait, while one that is queued is withdrawn.
          if (event.type === "turn.ended" && state.current_turn === null) expect(open.size).toBe(0);
          expect(state.pending_requests.map(({ id }) => id)).toEqual([...open]);
          expect(state.status === "waiting").toBe(open.size > 0);
          expect(state.current_turn?.turn.status === "waiting").toBe(open.size > 0);
        }
      }),
    );
  });

  it("counts in the session what its turns count", () => {
    fc.assert(
      fc.property(sessionLogs, (batches) => {
        const events = batches.flat();
        const state = fold(events);
        const steps = events.filter(
          (event) => event.type === "item.completed" && event.usage !== undefined,
        ).length;
        const calls = events.filter((event) => event.type === "item.started").length;
        const ended = events.flatMap((event) => (event.type === "turn.ended" ? [event.turn] : []));
        expect(state.ended_usage.steps).toBe(steps);
        expect(state.ended_usage.tool_calls).toBe(calls);
        expect(ended.reduce((sum, turn) => sum + turn.stats.input_tokens, 0)).toBe(
          state.ended_usage.input_tokens,
        );
        expect(state.current_turn).toBeNull();
        expect(state.status).toBe(state.queued_turns.length > 0 ? "queued" : "idle");
      }),
    );
  });
});
