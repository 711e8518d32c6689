import * as v from "valibot";
import { ActorSchema } from "../principals/actor.ts";
import { Count, MetadataSchema, TimestampSchema } from "../wire.ts";
import type { Limits } from "../workspaces/config.ts";
import { OutputProblemSchema } from "./output.ts";

export const TurnStatusSchema = v.picklist([
  "queued",
  "running",
  "waiting",
  "completed",
  "failed",
  "interrupted",
]);
export type TurnStatus = v.InferOutput<typeof TurnStatusSchema>;

export const SourceSchema = v.picklist(["api", "web", "schedule", "batch"]);
export type Source = v.InferOutput<typeof SourceSchema>;

/** Why a turn ended, and the final status that belongs to it. */
export const STOP_REASONS = {
  end_turn: "completed",
  max_steps: "completed",
  max_time: "completed",
  budget_reached: "completed",
  refused: "completed",
  output_invalid: "failed",
  stuck: "failed",
  model_error: "failed",
  sandbox_error: "failed",
  crashed: "failed",
  interrupted: "interrupted",
} as const satisfies Record<string, TurnStatus>;
export type StopReason = keyof typeof STOP_REASONS;
export const StopReasonSchema = v.picklist(Object.keys(STOP_REASONS) as StopReason[]);

export const TurnStatsSchema = v.strictObject({
  steps: Count,
  tool_calls: Count,
  input_tokens: Count,
  output_tokens: Count,
  cache_read_tokens: Count,
  cache_write_tokens: Count,
  /** Null if the price of the model is unknown. */
  cost_usd: v.nullable(v.number()),
  duration_ms: Count,
});
export type TurnStats = v.InferOutput<typeof TurnStatsSchema>;

export const TurnErrorSchema = v.strictObject({
  code: v.string(),
  detail: v.string(),
  errors: v.optional(
    v.pipe(
      v.array(OutputProblemSchema),
      v.description("With `output_invalid`: what is wrong with the last output."),
    ),
  ),
});
export type TurnError = v.InferOutput<typeof TurnErrorSchema>;

/** Why a turn ends. */
export interface TurnEnd {
  readonly reason: StopReason;
  readonly error: TurnError | null;
  /** The valid output of a turn that has to give one. */
  readonly output?: unknown;
}

/** Of a turn that has to give an output. */
export const OutputOfTurnSchema = v.strictObject({
  output: v.optional(
    v.pipe(
      v.unknown(),
      v.description("The output, which meets the schema. Absent unless the turn has given one."),
    ),
  ),
  output_attempts: v.optional(
    v.pipe(Count, v.description("The outputs that were checked. Absent if the turn needs none.")),
  ),
});

export const TurnSchema = v.strictObject({
  id: v.string(),
  session_id: v.string(),
  status: TurnStatusSchema,
  stop_reason: v.nullable(StopReasonSchema),
  source: SourceSchema,
  error: v.nullable(TurnErrorSchema),
  queued_at: TimestampSchema,
  started_at: v.nullable(TimestampSchema),
  ended_at: v.nullable(TimestampSchema),
  stats: TurnStatsSchema,
  by: v.pipe(
    v.nullable(ActorSchema),
    v.description("Who sent the message. Null if an older version accepted it."),
  ),
  metadata: MetadataSchema,
  ...OutputOfTurnSchema.entries,
});
export type Turn = v.InferOutput<typeof TurnSchema>;

/** A turn with the fields that older versions did not store. */
export function completeTurn(stored: Omit<Turn, "by" | "metadata"> & Partial<Turn>): Turn {
  return { by: null, metadata: {}, ...stored };
}

/** A turn as lists and its session have it: an output may be long. */
export function withoutOutput({ output: _, ...turn }: Turn): Turn {
  return turn;
}

export const noStats: TurnStats = {
  steps: 0,
  tool_calls: 0,
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cost_usd: null,
  duration_ms: 0,
};

/** Whether a turn has ended. */
export function hasEnded(status: TurnStatus): boolean {
  return status === "completed" || status === "failed" || status === "interrupted";
}

/** The subagents of a turn. */
export interface TurnSubagents {
  /** The calls without a result, and their sessions. */
  readonly open: readonly { readonly call_id: string; readonly session_id: string }[];
  /** The usage of ended subagents. It counts towards the turn's limits but is not part of its `stats`. */
  readonly spent: TurnStats;
}

/** A stored turn: what the API returns, and what its runner needs. */
export interface TurnRecord {
  readonly turn: Turn;
  /** The seq of its `turn.queued`. Its message follows. */
  readonly first_seq: number;
  /** The seq of the change of its message. Absent if it was never changed. */
  readonly changed_seq?: number;
  readonly limits: Limits;
  /** The model of the turn. Absent before its start. */
  readonly model?: string;
  /** The turn was accepted behind other turns, so its message enters the transcript when it starts. */
  readonly is_behind?: true;
  /** The queued turn interrupts the turn before it. */
  readonly is_next?: true;
  /** The caller's trace context, for the turn's span. */
  readonly traceparent?: string;
  /** Its `turn.queued` has tools. */
  readonly has_tools?: true;
  /** How long the turn has waited for people, and since when it is waiting. Absent if it never has. */
  readonly waits?: { readonly ms: number; readonly since: string | null };
  /** Absent if the turn has had none. */
  readonly subagents?: TurnSubagents;
}

/** When a turn's time is over, by the wall clock. The time that it waited for people does not count. */
export function deadlineOf({ turn, limits, waits }: TurnRecord): number {
  const started = Date.parse(turn.started_at ?? turn.queued_at);
  return started + limits.max_turn_seconds * 1000 + (waits?.ms ?? 0);
}
