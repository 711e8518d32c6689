import * as v from "valibot";
import { SignalSchema } from "../operations/checks.ts";
import { PageRequestSchema } from "../paging.ts";
import { Count, MetadataPairSchema } from "../wire.ts";

/** How long an answer may wait for a change. */
export const WaitSecondsSchema = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(60),
  v.description("Maximum number of seconds to wait."),
);
export const WaitSchema = v.strictObject({
  seconds: WaitSecondsSchema,
  signal: v.exactOptional(SignalSchema),
});

/** The result of a turn may take as long as a turn. */
const MAX_RESULT_SECONDS = 604_800;
export const ResultWaitSchema = v.strictObject({
  ...WaitSchema.entries,
  seconds: v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_RESULT_SECONDS)),
});

/** A seq; 0 stands for the start of the log. */
export const AfterSchema = Count;

/** A page of sessions or turns, newest first. */
export const FilteredQuerySchema = v.strictObject({
  ...PageRequestSchema.entries,
  /** A pair of metadata that it has. */
  metadata: v.optional(MetadataPairSchema),
});
export type FilteredQuery = Readonly<v.InferInput<typeof FilteredQuerySchema>>;

export const LogQuerySchema = v.strictObject({
  ...PageRequestSchema.entries,
  after: v.optional(AfterSchema),
});
export type LogQuery = Readonly<v.InferInput<typeof LogQuerySchema>>;

export const MessageQuerySchema = v.strictObject({
  ...LogQuerySchema.entries,
  include: v.optional(
    v.pipe(
      v.literal("rewound"),
      v.description("Also the messages that a rewind removed. Default: only the current ones."),
    ),
  ),
});
export type MessageQuery = Readonly<v.InferInput<typeof MessageQuerySchema>>;

/** Which messages a complete transcript has. */
export const TranscriptQuerySchema = v.strictObject({ include: MessageQuerySchema.entries.include });
export type TranscriptQuery = Readonly<v.InferInput<typeof TranscriptQuerySchema>>;

export const EventStreamOptionsSchema = v.strictObject({
  after: v.optional(AfterSchema, 0),
  follow: v.optional(v.boolean(), true),
  signal: v.optional(SignalSchema),
});
export type EventStream = v.InferOutput<typeof EventStreamOptionsSchema>;
