/** Why the work of a turn stops before its end. */
export type StopCause = "interrupted" | "handed_over" | "lease_lost";

/** What was requested of a run that still holds its lease. */
interface Requests {
  /** Hand over between two steps. */
  readonly drain: boolean;
  /** Stops this turn and every later one of the run. */
  readonly stop: Exclude<StopCause, "lease_lost"> | null;
  /** The turn of the newest interrupt request, which may not have begun here. */
  readonly interruptedTurn: string | null;
}

/** Where a run is between claim and release. */
export type RunState =
  /** Holds the lease; no turn has begun here. */
  | { readonly name: "claimed"; readonly requests: Requests }
  /** Works on a turn, or is between two turns. */
  | {
      readonly name: "running";
      readonly turnId: string;
      readonly stop: StopCause | null;
      readonly requests: Requests;
    }
  /** Nothing works; the run waits until it can release the session, because the store or the disk is unavailable. */
  | { readonly name: "waiting"; readonly requests: Requests }
  /** Released with no work left: all turns have ended, or one waits for a person. */
  | { readonly name: "ended" }
  /** Released with work left, which any instance may claim. */
  | { readonly name: "handed_over" }
  /** The lease is lost, or runs out: the run must not write any more. */
  | { readonly name: "lost" };

export type RunEvent =
  | { readonly type: "turn_begun"; readonly turnId: string }
  | { readonly type: "store_unavailable" }
  | { readonly type: "released"; readonly hasWork: boolean }
  | { readonly type: "drain" }
  | { readonly type: "interrupt"; readonly turnId: string }
  | { readonly type: "stop"; readonly cause: StopCause };

export const CLAIMED: RunState = {
  name: "claimed",
  requests: { drain: false, stop: null, interruptedTurn: null },
};

type ActiveState = Extract<RunState, { readonly requests: Requests }>;

/** Requests come from outside at any time: where a run is over, they change nothing. */
function requested(state: ActiveState, change: Partial<Requests>): ActiveState {
  const requests = { ...state.requests, ...change };
  if (state.name !== "running") return { ...state, requests };
  return { ...state, requests, stop: state.stop ?? causeFor(state.turnId, requests) };
}

function causeFor(turnId: string, { stop, interruptedTurn }: Requests): StopCause | null {
  return stop ?? (interruptedTurn === turnId ? "interrupted" : null);
}

/** The state after an event. A step that the run must not take in its state throws. */
export function transition(state: RunState, event: RunEvent): RunState {
  switch (state.name) {
    case "claimed":
    case "running":
    case "waiting":
      return whileHeld(state, event);
    case "ended":
    case "handed_over":
    case "lost":
      if (event.type === "drain" || event.type === "interrupt" || event.type === "stop") return state;
      // A release that was under way when the lease counted as lost.
      if (state.name === "lost" && event.type === "released") return state;
      throw illegal(state, event);
  }
}

function whileHeld(state: ActiveState, event: RunEvent): RunState {
  const { requests } = state;
  switch (event.type) {
    case "turn_begun": {
      const { turnId } = event;
      if (state.name === "waiting") throw illegal(state, event);
      return { name: "running", turnId, stop: causeFor(turnId, requests), requests };
    }
    case "store_unavailable":
      if (state.name === "waiting") throw illegal(state, event);
      return { name: "waiting", requests };
    case "released":
      return { name: event.hasWork ? "handed_over" : "ended" };
    case "drain":
      return requested(state, { drain: true });
    case "interrupt":
      return requested(state, { interruptedTurn: event.turnId });
    case "stop":
      return event.cause === "lease_lost" ? { name: "lost" } : requested(state, { stop: event.cause });
  }
}

function illegal(state: RunState, event: RunEvent): Error {
  return new Error(`A run that is ${state.name} cannot take the step ${event.type}.`);
}

/** Whether work may start in this state: the run holds its lease, and no failure has ended its work. */
export const mayStartWork = ({ name }: RunState): boolean => name === "claimed" || name === "running";

/** Why work in this state has to stop at once; null: it goes on. */
export function stopCauseOf(state: RunState): StopCause | null {
  switch (state.name) {
    case "claimed":
      return state.requests.stop;
    case "running":
      return state.stop;
    case "waiting":
    case "lost":
      return "lease_lost";
    case "ended":
    case "handed_over":
      return null;
  }
}
