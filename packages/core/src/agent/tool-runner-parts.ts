import type { EventDraft } from "../domain/sessions/event.ts";
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

/** The result of a response's calls. The caller appends `pending`. */
export interface RanCalls {
  readonly pending: EventDraft[];
  readonly areAllMalformed: boolean;
  readonly suspended: NonNullable<ToolOutcome["suspended"]> | null;
}
