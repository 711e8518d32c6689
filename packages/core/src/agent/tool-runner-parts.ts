import type { EventDraft } from "../domain/sessions/event.ts";
import type { TurnError } from "../domain/sessions/turn.ts";
import type { OpenCall } from "./prompt/prompt-builder.ts";
import type { TurnLoopPorts } from "./running-turn.ts";
import type { SubagentCalls } from "./subagents/subagent-calls.ts";
import type { ToolOutcome } from "./tool.ts";

export interface ToolRunnerParts extends TurnLoopPorts {
  /** Of the turn, as wall-clock time. */
  readonly deadline: number;
  /** Aborts when the run is stopped or the deadline is reached. */
  readonly signal: AbortSignal;
  /** Null for the turn of a subagent. */
  readonly subagents: SubagentCalls | null;
}

/** Takes the failures of calls. */
export interface CallFailures {
  /** The failure of a tool that ends the turn. */
  readonly failure: TurnError | null;
  /** The outcome of a call that failed without a fault of the model. A domain error also ends the turn, unless it is a defect (`internal`). */
  failed(call: OpenCall, error: unknown): ToolOutcome;
}

/** The result of a response's calls. The caller appends `pending`. */
export interface RanCalls {
  readonly pending: EventDraft[];
  readonly areAllMalformed: boolean;
  readonly suspended: NonNullable<ToolOutcome["suspended"]> | null;
}
