import * as fc from "fast-check";
import type { StopReason } from "../domain/sessions/turn.ts";

/** What happens to the last turn of the queue. */
export type QueuedPlan = "change" | "change twice" | "withdraw" | null;

export interface CallPlan {
  readonly isStarted: boolean;
  readonly hasResult: boolean;
  readonly isMalformed: boolean;
  /** How the approval request of the call is resolved; null: there is none. */
  readonly request: "allow" | "expired" | "open" | null;
}

export interface StepPlan {
  readonly hasReasoning: boolean;
  readonly isSigned: boolean;
  readonly hasText: boolean;
  readonly isAbandoned: boolean;
  readonly calls: readonly CallPlan[];
  /** A message for a later turn that arrives in the middle of this step, at the end of the queue or to interrupt this turn. */
  readonly overtaken: "queue" | "interrupt" | null;
  /** In the middle of this step. */
  readonly queued: QueuedPlan;
  /** A message joins the turn after this step, if all of its calls have results. */
  readonly isSteered: boolean;
}

export interface TurnPlan {
  readonly steps: readonly StepPlan[];
  readonly end: StopReason;
  /** The turn ends before it starts. */
  readonly isCancelled: boolean;
  /** A message that waits when the turn ends. */
  readonly hasLeftover: boolean;
  /** Before this turn starts. */
  readonly queued: QueuedPlan;
}

const call = fc.record({
  isStarted: fc.boolean(),
  hasResult: fc.boolean(),
  isMalformed: fc.boolean(),
  request: fc.constantFrom("allow" as const, "expired" as const, "open" as const, null),
});
const queued = fc.constantFrom<QueuedPlan>("change", "change twice", "withdraw", null);
const step = fc.record({
  queued,
  hasReasoning: fc.boolean(),
  isSigned: fc.boolean(),
  hasText: fc.boolean(),
  isAbandoned: fc.boolean(),
  calls: fc.array(call, { maxLength: 3 }),
  overtaken: fc.constantFrom("queue" as const, "interrupt" as const, null),
  isSteered: fc.boolean(),
});

/** The turns of a session. */
export const turnPlan = fc.record({
  steps: fc.array(step, { maxLength: 4 }),
  end: fc.constantFrom<StopReason>("end_turn", "interrupted", "model_error", "max_steps"),
  isCancelled: fc.boolean(),
  hasLeftover: fc.boolean(),
  queued,
});
