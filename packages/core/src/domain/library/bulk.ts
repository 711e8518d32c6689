import * as v from "valibot";

/** A line of a load: what it holds, or why it holds nothing. */
export type BulkLine =
  | { readonly index: number; readonly value: unknown }
  | {
      readonly index: number;
      readonly fault: { readonly code: "invalid_request" | "payload_too_large"; readonly detail: string };
    };

export interface BulkOptions {
  /** Any error: nothing is written. */
  readonly atomic: boolean;
  /** Tells what would happen and writes nothing. */
  readonly dryRun: boolean;
}

const Index = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.description("The item's place in the load, from 0."),
);
const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const BulkStatusSchema = v.picklist(["created", "updated", "unchanged", "deleted", "error"]);

export const BulkErrorSchema = v.strictObject({
  code: v.string(),
  detail: v.string(),
  errors: v.optional(v.array(v.strictObject({ pointer: v.string(), detail: v.string() }))),
});

export type BulkError = v.InferOutput<typeof BulkErrorSchema>;

export const BulkResultSchema = v.strictObject({
  index: Index,
  name: v.nullable(v.string()),
  id: v.optional(v.string()),
  status: BulkStatusSchema,
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  warnings: v.optional(
    v.pipe(v.array(v.string()), v.description("What is wrong with it, and no reason to refuse it.")),
  ),
  error: v.optional(BulkErrorSchema),
});
export type BulkResult = v.InferOutput<typeof BulkResultSchema>;

export const BulkSummarySchema = v.strictObject({
  created: Count,
  updated: Count,
  unchanged: Count,
  deleted: Count,
  errors: Count,
  notes: v.optional(v.pipe(v.array(v.string()), v.description("What of the load was left out, and why."))),
});
export type BulkSummary = v.InferOutput<typeof BulkSummarySchema>;

/** `{op: "delete", name}`: a name that is not there is an `unchanged`. */
export const BulkDeleteSchema = v.strictObject({
  op: v.literal("delete"),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
});

/** Results batch by batch; then the summary. An `atomic` load with errors has written nothing. */
export interface BulkReport {
  readonly results: AsyncIterable<readonly BulkResult[]>;
  /** Known when `results` has ended. */
  summary(): BulkSummary;
}
