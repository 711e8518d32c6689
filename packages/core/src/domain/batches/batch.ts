import * as v from "valibot";
import { ActorSchema } from "../principals/actor.ts";
import type { Principal } from "../principals/principal.ts";
import { ChatSchema } from "../sessions/chat.ts";
import { Count, shortText, TimestampSchema, wholeNumber } from "../wire.ts";
import { BatchItemSchema, MAX_JSON_ITEMS } from "./batch-item.ts";

const { message, prompt, limits, metadata, output } = ChatSchema.entries;

export const MAX_CONCURRENCY = 64;

const Concurrency = v.pipe(wholeNumber(1, MAX_CONCURRENCY), v.description("How many items run at once."));
const Name = shortText(128);

/** What the turns of all items may use together. When it is reached, no further item begins. */
export const BatchBudgetSchema = v.strictObject({
  usd: v.optional(v.pipe(v.number(), v.gtValue(0))),
  tokens: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.description("Input and output tokens together.")),
  ),
});
export type BatchBudget = v.InferOutput<typeof BatchBudgetSchema>;

/** The body of a chat for each item, where the item has no own. */
export const BatchTurnSchema = v.strictObject({ message, prompt, limits, metadata, output });
export type BatchTurn = v.InferOutput<typeof BatchTurnSchema>;

/** Where the items run: at most one of the three. With none, each has a new workspace with the default config. */
export const BatchDefaultsSchema = v.strictObject({
  workspace_id: v.optional(
    v.pipe(shortText(64), v.description("All items run in this workspace, each in a session of its own.")),
  ),
  template: v.optional(
    v.pipe(shortText(128), v.description("Each item has a new workspace of this template.")),
  ),
  snapshot_id: v.optional(
    v.pipe(
      shortText(64),
      v.description(
        "Each item has a new workspace with the files of this snapshot, and the config of its workspace without secrets. The snapshot stays until the batch has ended.",
      ),
    ),
  ),
  turn: v.optional(BatchTurnSchema, {}),
});

export const BatchStatusSchema = v.picklist(["queued", "running", "completed", "cancelled"]);
export type BatchStatus = v.InferOutput<typeof BatchStatusSchema>;

/** Why items were not begun. */
export const BatchStopReasonSchema = v.pipe(
  v.picklist(["cancelled", "budget_reached", "failures", "principal"]),
  v.description(
    "Why items do not begin. `failures`: `stop_after_failures` items failed. `principal`: the token of whoever made the batch is gone.",
  ),
);
export type BatchStopReason = v.InferOutput<typeof BatchStopReasonSchema>;

export const BatchCountsSchema = v.strictObject({
  queued: Count,
  running: Count,
  succeeded: Count,
  failed: Count,
  cancelled: Count,
});
export type BatchCounts = v.InferOutput<typeof BatchCountsSchema>;

/** The sum over the turns that have ended. */
export const BatchUsageSchema = v.strictObject({
  input_tokens: Count,
  output_tokens: Count,
  cache_read_tokens: Count,
  cache_write_tokens: Count,
  cost_usd: v.pipe(
    v.nullable(v.number()),
    v.description("Null if no price is known, and before the first turn has ended."),
  ),
});
export type BatchUsage = v.InferOutput<typeof BatchUsageSchema>;

/** Many tasks that the agent does by itself. */
export const BatchSchema = v.strictObject({
  id: v.string(),
  name: v.nullable(Name),
  status: BatchStatusSchema,
  stop_reason: v.nullable(BatchStopReasonSchema),
  concurrency: Concurrency,
  budget: BatchBudgetSchema,
  stop_after_failures: v.nullable(Count),
  defaults: BatchDefaultsSchema,
  counts: BatchCountsSchema,
  usage: BatchUsageSchema,
  created_by: v.pipe(ActorSchema, v.description("As whom its turns run.")),
  created_at: TimestampSchema,
  ended_at: v.nullable(TimestampSchema),
});
export type Batch = v.InferOutput<typeof BatchSchema>;

/** A batch without its items: the first line of NDJSON. */
export const BatchHeadSchema = v.strictObject({
  name: v.optional(Name),
  concurrency: v.optional(Concurrency, 4),
  budget: v.optional(BatchBudgetSchema, {}),
  stop_after_failures: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.description("After so many failed items no further one begins. Default: all begin."),
    ),
  ),
  defaults: v.optional(BatchDefaultsSchema, {}),
});
export type BatchHead = v.InferOutput<typeof BatchHeadSchema>;
export type BatchHeadInput = v.InferInput<typeof BatchHeadSchema>;

/** A batch as JSON. */
export const CreateBatchSchema = v.strictObject({
  ...BatchHeadSchema.entries,
  items: v.pipe(v.array(BatchItemSchema), v.minLength(1), v.maxLength(MAX_JSON_ITEMS)),
});

/** A stored batch. Times are in milliseconds. */
export interface BatchRecord extends Readonly<
  Omit<Batch, "status" | "defaults" | "created_by" | "created_at" | "ended_at">
> {
  readonly tenant: string;
  /** `loading`: its items are still arriving, and nobody sees it. */
  readonly status: BatchStatus | "loading";
  /** Null: each item has a new one. */
  readonly workspace_id: string | null;
  /** As it was given. */
  readonly template: string | null;
  /** That of a template in the library, which a rename does not change. */
  readonly template_id?: string | null;
  readonly snapshot_id: string | null;
  readonly turn: BatchTurn;
  /** Of the head and the items, to compare a repeated request with. */
  readonly fingerprint: string;
  /** As whom its turns run. */
  readonly principal: Omit<Principal, "address">;
  /** The principal is a service token of the store, which is read again for each item. */
  readonly is_service_token: boolean;
  readonly created_at: number;
  readonly ended_at: number | null;
  /** When an instance looks at it; null while nothing is to be done. */
  readonly due_at: number | null;
}
