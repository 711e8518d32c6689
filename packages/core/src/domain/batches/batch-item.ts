import * as v from "valibot";
import { MessageTextSchema } from "../sessions/chat.ts";
import { TurnOutputSchema } from "../sessions/output.ts";
import { OutputOfTurnSchema, TurnErrorSchema, TurnStatsSchema } from "../sessions/turn.ts";
import { shortText } from "../wire.ts";

/** The most items of a batch that is sent as JSON. */
export const MAX_JSON_ITEMS = 1_000;
/** The most items of a batch. */
export const MAX_BATCH_ITEMS = 100_000;

export const BatchItemKeySchema = v.pipe(
  shortText(128),
  v.description("Names the item in the results. Unique in the batch."),
);

/** One task of a batch. It needs a message or a prompt, of its own or of `defaults.turn`. */
export const BatchItemSchema = v.strictObject({
  key: BatchItemKeySchema,
  message: v.optional(v.pipe(MessageTextSchema, v.description("Replaces that of `defaults.turn`."))),
  prompt: v.optional(
    v.pipe(
      shortText(128),
      v.description("The name or id of a stored prompt. Replaces that of `defaults.turn`."),
    ),
  ),
  variables: v.optional(
    v.pipe(
      v.record(v.string(), v.string()),
      v.description("A text for each placeholder of the prompt, and no others."),
    ),
  ),
  output: v.optional(v.pipe(TurnOutputSchema, v.description("Replaces that of `defaults.turn`."))),
});
export type BatchItem = v.InferOutput<typeof BatchItemSchema>;
export type BatchItemInput = v.InferInput<typeof BatchItemSchema>;

/** `succeeded`: the agent ended the turn itself, with the output if one is required. `cancelled`: it was not begun, or its turn was interrupted. */
export const BatchItemStatusSchema = v.picklist(["queued", "running", "succeeded", "failed", "cancelled"]);
export type BatchItemStatus = v.InferOutput<typeof BatchItemStatusSchema>;

/** What became of an item. */
export const BatchResultSchema = v.strictObject({
  key: v.string(),
  status: v.picklist(["succeeded", "failed", "cancelled"]),
  output: OutputOfTurnSchema.entries.output,
  final_message: v.pipe(
    v.nullable(v.string()),
    v.description("The final message of the agent. Null for an item without a turn."),
  ),
  workspace_id: v.nullable(v.string()),
  session_id: v.nullable(v.string()),
  turn_id: v.nullable(v.string()),
  stats: v.nullable(TurnStatsSchema),
  error: v.pipe(
    v.nullable(TurnErrorSchema),
    v.description("Why the item failed or was not begun. Null otherwise."),
  ),
});
export type BatchResult = v.InferOutput<typeof BatchResultSchema>;

/** A stored item without what the caller sent, which may be long. */
export interface BatchItemState {
  readonly tenant: string;
  readonly batch_id: string;
  /** From 0. Items begin in this order. */
  readonly position: number;
  readonly key: string;
  readonly status: BatchItemStatus;
  readonly workspace_id: string | null;
  readonly session_id: string | null;
  readonly turn_id: string | null;
  /** How often it was begun. */
  readonly attempts: number;
  /** An item that is to begin is begun again from then on, by any instance, in milliseconds. Null otherwise. */
  readonly retry_at: number | null;
  /** Its number in the order in which the items of the batch ended, from 1. Null before. */
  readonly ended: number | null;
  readonly result: Pick<BatchResult, "output" | "final_message" | "stats" | "error"> | null;
}

/** A stored item. */
export interface BatchItemRecord extends BatchItemState {
  readonly item: Omit<BatchItem, "key">;
}
