import type { EventDraft, SessionEvent } from "../../domain/sessions/event.ts";
import type { OutputCheck } from "../../domain/sessions/output.ts";

/** How far a turn is with its output, a function of the log alone. */
export interface OutputState {
  readonly turnId: string | null;
  /** Since the last message of a user, which may ask for something else. */
  readonly attempts: number;
  /** The last output that was checked. */
  readonly last: OutputCheck | null;
  /** The next answer of the model is the output itself. */
  readonly isRequested: boolean;
}

export const noOutput: OutputState = {
  turnId: null,
  attempts: 0,
  last: null,
  isRequested: false,
};

/** The state after an event, or after one that is still to be appended. */
export function nextOutput(state: OutputState, event: SessionEvent | EventDraft): OutputState {
  if (event.type === "turn.started") return { ...noOutput, turnId: event.turn_id };
  if (event.type !== "item.completed" || event.turn_id !== state.turnId) return state;
  const { item, output } = event;
  if (item.role === "user" && item.kind === "message") return { ...state, attempts: 0, isRequested: false };
  switch (output?.type) {
    case undefined:
      return state;
    case "requested":
      return { ...state, isRequested: true };
    case "checked":
      return { ...state, attempts: state.attempts + 1, last: output, isRequested: false };
  }
}
