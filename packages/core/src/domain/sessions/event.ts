import * as v from "valibot";
import { TimestampSchema } from "../wire.ts";
import { LimitsSchema } from "../workspaces/config.ts";
import { ForkOriginSchema } from "./fork-origin.ts";
import { ItemKindSchema, ItemSchema } from "./item.ts";
import { ParentSchema } from "./parent.ts";
import {
  AnsweredBySchema,
  PendingRequestSchema,
  RequestAnswersSchema,
  RequestOutcomeSchema,
} from "./request.ts";
import { SourceSchema, TurnSchema, type StopReason, type TurnError } from "./turn.ts";

const Seq = v.pipe(v.number(), v.integer(), v.minValue(1));
const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

const base = { session_id: v.string(), seq: Seq, at: TimestampSchema };
const ofTurn = { ...base, turn_id: v.string() };

/** The tokens of one model call. */
export const StepUsageSchema = v.strictObject({
  input_tokens: Count,
  output_tokens: Count,
  cache_read_tokens: Count,
  cache_write_tokens: Count,
  cost_usd: v.nullable(v.number()),
  /** The model that was asked. */
  model: v.optional(v.string()),
});
export type StepUsage = v.InferOutput<typeof StepUsageSchema>;

export const SessionStartedSchema = v.strictObject({
  type: v.literal("session.started"),
  ...base,
  turn_id: v.null(),
  workspace_id: v.string(),
  forked_from: v.optional(ForkOriginSchema),
  /** Of a subagent's session: the call that it works for. */
  parent: v.optional(ParentSchema),
});
export const TurnQueuedSchema = v.strictObject({
  type: v.literal("turn.queued"),
  ...ofTurn,
  source: SourceSchema,
  limits: LimitsSchema,
  is_next: v.optional(
    v.pipe(
      v.literal(true),
      v.description("It interrupts the turn before it, and goes ahead of all others that wait."),
    ),
  ),
  /** The caller's trace context (W3C), which the turn's span belongs to. */
  traceparent: v.optional(v.string()),
});
export const TurnStartedSchema = v.strictObject({
  type: v.literal("turn.started"),
  ...ofTurn,
  model: v.string(),
});
/** A tool is about to run: its call was completed before, its result follows. */
export const ItemStartedSchema = v.strictObject({
  type: v.literal("item.started"),
  ...ofTurn,
  item: ItemSchema,
  /** Of a call of the `task` tool: the subagent's session, made with this event. */
  child_session_id: v.optional(v.string()),
});
/** `usage` is on the last item of a model response: the step's tokens. */
export const ItemCompletedSchema = v.strictObject({
  type: v.literal("item.completed"),
  ...ofTurn,
  item: ItemSchema,
  usage: v.optional(StepUsageSchema),
});
export const RequestOpenedSchema = v.strictObject({
  type: v.literal("request.opened"),
  ...ofTurn,
  request: PendingRequestSchema,
});
export const RequestResolvedSchema = v.strictObject({
  type: v.literal("request.resolved"),
  ...ofTurn,
  request_id: v.string(),
  outcome: RequestOutcomeSchema,
  note: v.optional(v.string()),
  answers: v.optional(RequestAnswersSchema),
  /** Absent: nobody did; it has expired or was cancelled. */
  by: v.optional(AnsweredBySchema),
});
/** Room was made in the prompt. Nothing of the log is deleted: only what the model is shown of it changes. */
export const ContextCompactedSchema = v.strictObject({
  type: v.literal("context.compacted"),
  ...ofTurn,
  cause: v.pipe(
    v.picklist(["window", "overflow"]),
    v.description("The prompt came near the model's window, or the provider refused it as too long."),
  ),
  summary: v.pipe(
    v.nullable(v.string()),
    v.description("Shown to the model in the place of what came before; null: nothing was summed up."),
  ),
  summary_model: v.pipe(
    v.nullable(v.string()),
    v.description("The model that wrote the summary; null: it was put together without one."),
  ),
  through_seq: v.pipe(
    v.nullable(Seq),
    v.description("What the model was shown up to this event is the summary now; null without one."),
  ),
  kept_message_ids: v.pipe(
    v.array(v.string()),
    v.description(
      "People's messages up to `through_seq` that are shown beside the summary, as they were sent.",
    ),
  ),
  outputs_through_seq: v.pipe(
    v.nullable(Seq),
    v.description(
      "Long outputs of the responses up to this event are shown as a line that says so; null: none.",
    ),
  ),
  longest_part_tokens: v.pipe(
    v.nullable(Count),
    v.description(
      "Parts that were longer are shown without their middle, in about as many tokens; null: none.",
    ),
  ),
  tokens_before: v.pipe(Count, v.description("The size of the prompt before, as far as it was counted.")),
  tokens_after: v.pipe(Count, v.description("The estimated size of the prompt afterwards.")),
  /** Of the call that wrote the summary. */
  usage: v.optional(StepUsageSchema),
});
export const TurnRetryingSchema = v.strictObject({
  type: v.literal("turn.retrying"),
  ...ofTurn,
  /** The number of the attempt that follows, from 2. */
  attempt: v.pipe(v.number(), v.integer(), v.minValue(2)),
  delay_ms: Count,
  reason: v.string(),
});
export const TurnEndedSchema = v.strictObject({ type: v.literal("turn.ended"), ...ofTurn, turn: TurnSchema });

/** The durable events, the only source of a session's state. */
export const SessionEventSchema = v.variant("type", [
  SessionStartedSchema,
  TurnQueuedSchema,
  TurnStartedSchema,
  ItemStartedSchema,
  ItemCompletedSchema,
  RequestOpenedSchema,
  RequestResolvedSchema,
  ContextCompactedSchema,
  TurnRetryingSchema,
  TurnEndedSchema,
]);
export type SessionEvent = v.InferOutput<typeof SessionEventSchema>;

/** A transient piece of an item that is still being made. `offset` counts UTF-16 units from the item's start. */
export const ItemDeltaSchema = v.strictObject({
  type: v.literal("item.delta"),
  session_id: v.string(),
  turn_id: v.string(),
  at: TimestampSchema,
  item_id: v.string(),
  kind: ItemKindSchema,
  offset: Count,
  text: v.string(),
});
export type ItemDelta = v.InferOutput<typeof ItemDeltaSchema>;

/** A piece of an item for those who watch. */
export interface Piece {
  readonly item_id: string;
  readonly kind: "message" | "reasoning" | "tool_call";
  readonly offset: number;
  readonly text: string;
}

type WithoutPosition<Event> = Event extends SessionEvent ? Omit<Event, "session_id" | "seq" | "at"> : never;

/** The end of a turn before the log fills in the turn as it stands then. */
export interface TurnEndedDraft {
  readonly type: "turn.ended";
  readonly turn_id: string;
  readonly stop_reason: StopReason;
  readonly error: TurnError | null;
}

/** An event before the log gives it its session, number and time. */
export type EventDraft = WithoutPosition<Exclude<SessionEvent, { type: "turn.ended" }>> | TurnEndedDraft;
