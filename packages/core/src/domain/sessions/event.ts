import * as v from "valibot";
import { ActorSchema } from "../principals/actor.ts";
import { Count, MetadataSchema, TimestampSchema } from "../wire.ts";
import { CallerToolSchema } from "../workspaces/caller-tool.ts";
import { LimitsSchema } from "../workspaces/config.ts";
import { ForkOriginSchema } from "./fork-origin.ts";
import { ItemKindSchema, ItemSchema } from "./item.ts";
import { OutputStepSchema, TurnOutputSchema } from "./output.ts";
import { ParentSchema } from "./parent.ts";
import {
  PendingRequestSchema,
  RequestAnswersSchema,
  RequestOutcomeSchema,
  ResolvedCallSchema,
} from "./request.ts";
import { completeTurn, SourceSchema, TurnSchema, type StopReason, type TurnError } from "./turn.ts";

const Seq = v.pipe(v.number(), v.integer(), v.minValue(1));

const base = { session_id: v.string(), seq: Seq, at: TimestampSchema };
const ofTurn = { ...base, turn_id: v.string() };

/** The tokens of one model call. */
export const StepUsageSchema = v.strictObject({
  input_tokens: Count,
  output_tokens: Count,
  cache_read_tokens: Count,
  cache_write_tokens: Count,
  cost_usd: v.nullable(v.number()),
  model: v.optional(v.string()),
});
export type StepUsage = v.InferOutput<typeof StepUsageSchema>;

export const SessionStartedSchema = v.strictObject({
  type: v.literal("session.started"),
  ...base,
  turn_id: v.null(),
  workspace_id: v.string(),
  forked_from: v.optional(ForkOriginSchema),
  /** For a subagent: the `task` call. */
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
      v.description("It interrupts the turn before it and runs before all others that wait."),
    ),
  ),
  /** The caller's trace context (W3C): the parent of the turn's span. */
  traceparent: v.optional(v.string()),
  /** Who sent the message. Absent in events of older versions. */
  by: v.optional(ActorSchema),
  /** Absent if there is none. */
  metadata: v.optional(MetadataSchema),
  tools: v.optional(
    v.pipe(v.array(CallerToolSchema), v.description("The tools of the chat that the caller runs.")),
  ),
  output: v.optional(TurnOutputSchema),
});
export const TurnStartedSchema = v.strictObject({
  type: v.literal("turn.started"),
  ...ofTurn,
  model: v.string(),
  limits: v.optional(
    v.pipe(
      LimitsSchema,
      v.description("The limits of the turn, where the host's policy has lowered them while it waited."),
    ),
  ),
});
/** A tool is about to run. Its call is already completed, its result follows. */
export const ItemStartedSchema = v.strictObject({
  type: v.literal("item.started"),
  ...ofTurn,
  item: ItemSchema,
  /** For a `task` call: the subagent's session, which is created in the same commit. */
  child_session_id: v.optional(v.string()),
});
/** The last item of a model response has the `usage` of the step. */
export const ItemCompletedSchema = v.strictObject({
  type: v.literal("item.completed"),
  ...ofTurn,
  item: ItemSchema,
  usage: v.optional(StepUsageSchema),
  output: v.optional(
    v.pipe(OutputStepSchema, v.description("What the item has to do with the output of the turn.")),
  ),
  changed_by: v.optional(
    v.pipe(
      ActorSchema,
      v.description(
        "Who changed the message of a queued turn. The item replaces the one with the same `item_id`.",
      ),
    ),
  ),
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
  ...ResolvedCallSchema.entries,
  /** Absent if the request expired or was cancelled. */
  by: v.optional(ActorSchema),
});
/** The prompt was compacted. This changes only what the model sees of the log. */
export const ContextCompactedSchema = v.strictObject({
  type: v.literal("context.compacted"),
  ...ofTurn,
  cause: v.pipe(
    v.picklist(["window", "overflow"]),
    v.description("The prompt neared the model's window, or the provider rejected it as too long."),
  ),
  summary: v.pipe(
    v.nullable(v.string()),
    v.description("Replaces the earlier messages in the prompt. Null: none were summarized."),
  ),
  summary_model: v.pipe(
    v.nullable(v.string()),
    v.description("The model that wrote the summary. Null: it was compiled without a model."),
  ),
  through_seq: v.pipe(
    v.nullable(Seq),
    v.description("The summary replaces everything up to this event. Null without a summary."),
  ),
  kept_message_ids: v.pipe(
    v.array(v.string()),
    v.description("People's messages up to `through_seq` that stay in the prompt beside the summary."),
  ),
  outputs_through_seq: v.pipe(
    v.nullable(Seq),
    v.description("Long tool outputs up to this event are replaced by a note. Null: none."),
  ),
  longest_part_tokens: v.pipe(
    v.nullable(Count),
    v.description("Longer parts are cut in the middle to about this many tokens. Null: none."),
  ),
  tokens_before: v.pipe(Count, v.description("The size of the prompt before.")),
  tokens_after: v.pipe(Count, v.description("The estimated size of the prompt afterwards.")),
  /** Of the model call that wrote the summary. */
  usage: v.optional(StepUsageSchema),
});
export const TurnRetryingSchema = v.strictObject({
  type: v.literal("turn.retrying"),
  ...ofTurn,
  /** The number of the next attempt, from 2. */
  attempt: v.pipe(v.number(), v.integer(), v.minValue(2)),
  delay_ms: Count,
  reason: v.string(),
});
const rewound = {
  ...base,
  turn_id: v.null(),
  through_seq: v.pipe(
    v.nullable(Count),
    v.description("The last event that the session keeps of those before this one. Null: it keeps all."),
  ),
  snapshot_id: v.pipe(
    v.nullable(v.string()),
    v.description("The snapshot to which the files return. Null: they stay."),
  ),
  safety_snapshot_id: v.pipe(
    v.nullable(v.string()),
    v.description("The files before the rewind. Null for a transcript alone on a host without snapshots."),
  ),
  by: v.optional(ActorSchema),
};
/** The files of the workspace are being restored. Until `session.rewound` follows, they may be partly old, and the session takes no turns. */
export const SessionRewindingSchema = v.strictObject({ type: v.literal("session.rewinding"), ...rewound });
/** The events after `through_seq` and before this one are no part of the transcript any more. */
export const SessionRewoundSchema = v.strictObject({ type: v.literal("session.rewound"), ...rewound });
/** What the session wrote to the workspace's files after `published_at` is lost: the host that had it is gone. */
export const FilesRolledBackSchema = v.strictObject({
  type: v.literal("files.rolled_back"),
  ...ofTurn,
  published_at: v.pipe(
    v.nullable(TimestampSchema),
    v.description("When the files that the workspace has now were published. Null: never, there are none."),
  ),
});
export const TurnEndedSchema = v.strictObject({ type: v.literal("turn.ended"), ...ofTurn, turn: TurnSchema });

/** The durable events. They alone determine a session's state. */
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
  SessionRewindingSchema,
  SessionRewoundSchema,
  FilesRolledBackSchema,
]);
export type SessionEvent = v.InferOutput<typeof SessionEventSchema>;

/** A stored event with the fields that older versions did not store. */
export function completeEvent(stored: SessionEvent): SessionEvent {
  return stored.type === "turn.ended" ? { ...stored, turn: completeTurn(stored.turn) } : stored;
}

/** `tool_output`: what a call writes while it runs; `item_id` is that of the call. */
export const DeltaKindSchema = v.picklist([...ItemKindSchema.options, "tool_output"]);

/** A transient piece of an item in progress. `offset` counts UTF-16 units from the start of the item. */
export const ItemDeltaSchema = v.strictObject({
  type: v.literal("item.delta"),
  session_id: v.string(),
  turn_id: v.string(),
  at: TimestampSchema,
  item_id: v.string(),
  kind: DeltaKindSchema,
  offset: Count,
  text: v.string(),
});
export type ItemDelta = v.InferOutput<typeof ItemDeltaSchema>;

/** A piece of an item, for readers of the live stream. */
export interface Piece {
  readonly item_id: string;
  readonly kind: "message" | "reasoning" | "tool_call";
  readonly offset: number;
  readonly text: string;
}

type WithoutPosition<Event> = Event extends SessionEvent ? Omit<Event, "session_id" | "seq" | "at"> : never;

/** The end of a turn before the log adds the state of the turn. */
export interface TurnEndedDraft {
  readonly type: "turn.ended";
  readonly turn_id: string;
  readonly stop_reason: StopReason;
  readonly error: TurnError | null;
  /** The valid output of a turn that has to give one. */
  readonly output?: unknown;
}

/** An event before the log adds its session, number and time. */
export type EventDraft = WithoutPosition<Exclude<SessionEvent, { type: "turn.ended" }>> | TurnEndedDraft;
