import type { EventDraft, SessionEvent } from "../domain/sessions/event.ts";
import { ForkCopy } from "./fork-copy.ts";
import { ForkCut } from "./fork-cut.ts";

/** Where the copy of a log ends. */
export function cutOf(events: readonly SessionEvent[], atMessage?: string): ForkCut {
  const cut = new ForkCut(atMessage);
  for (const event of events) cut.apply(event);
  cut.end();
  return cut;
}

/** The log of a copy up to a seq. */
export function copyOf(events: readonly SessionEvent[], through: number): SessionEvent[] {
  const copies = new ForkCopy();
  const drafts = events.slice(0, through).flatMap((event) => copies.apply(event));
  const started: EventDraft = {
    type: "session.started",
    turn_id: null,
    workspace_id: "ws_1",
    forked_from: { session_id: "ses_1", through_seq: through },
  };
  return [started, ...drafts].map((draft, index): SessionEvent => {
    if (draft.type === "turn.ended") throw new Error("A turn was copied.");
    return { ...draft, session_id: "ses_2", seq: index + 1, at: "2026-01-01T00:00:00.000Z" };
  });
}
