import type { EventDraft } from "../domain/sessions/event.ts";
import type { TurnLoopPorts } from "./running-turn.ts";
import type { SubagentCalls } from "./subagents/subagent-calls.ts";
import type { ToolOutcome } from "./tool.ts";

export interface ToolRunnerParts extends TurnLoopPorts {
  /** Of the turn; `at` by the wall clock. */
  readonly deadline: { readonly at: number; readonly signal: AbortSignal };
  /** Of a stop, or of the deadline. */
  readonly signal: AbortSignal;
  /** Null: the turn is a subagent's own. */
  readonly subagents: SubagentCalls | null;
}

/** What a response's calls came to: `pending` is still to be appended, unless another instance takes the turn over. */
export interface RanCalls {
  readonly pending: EventDraft[];
  readonly areAllMalformed: boolean;
  readonly suspended: NonNullable<ToolOutcome["suspended"]> | null;
}
