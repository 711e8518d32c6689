import * as v from "valibot";
import { Count, shortText } from "../wire.ts";

/** A line of a bulk load: its value, or why it is not valid. */
export type BulkLine =
  | { readonly index: number; readonly value: unknown }
  | {
      readonly index: number;
      readonly fault: { readonly code: "invalid_request" | "payload_too_large"; readonly detail: string };
    };

export interface BulkOptions {
  /** Write nothing if any item has an error. */
  readonly atomic: boolean;
  /** Report the results without writing anything. */
  readonly dryRun: boolean;
}

export const BulkOptionsSchema = v.strictObject({
  atomic: v.optional(v.boolean(), false),
  dryRun: v.optional(v.boolean(), false),
});
/** The options as callers write them. */
export type BulkInputOptions = Readonly<v.InferInput<typeof BulkOptionsSchema>>;

const Index = v.pipe(Count, v.description("The position of the item in the load, from 0."));

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
  warnings: v.optional(v.pipe(v.array(v.string()), v.description("Problems that do not prevent the load."))),
  error: v.optional(BulkErrorSchema),
});
export type BulkResult = v.InferOutput<typeof BulkResultSchema>;

export const BulkSummarySchema = v.strictObject({
  created: Count,
  updated: Count,
  unchanged: Count,
  deleted: Count,
  errors: Count,
  notes: v.optional(v.pipe(v.array(v.string()), v.description("What was skipped, and why."))),
});
export type BulkSummary = v.InferOutput<typeof BulkSummarySchema>;

/** `{op: "delete", name}`. An unknown name is `unchanged`. */
export const BulkDeleteSchema = v.strictObject({
  op: v.literal("delete"),
  name: shortText(128),
});

/** The results in batches, then the summary. An `atomic` load with errors writes nothing. */
export interface BulkReport {
  readonly results: AsyncIterable<readonly BulkResult[]>;
  /** Available when `results` has ended. */
  summary(): BulkSummary;
}
