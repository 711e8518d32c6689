import * as v from "valibot";
import { LabelsSchema, TimestampSchema } from "../wire.ts";
import { DescriptionSchema, LibraryNameSchema, VersionSchema } from "../validation/library-name.ts";

const Content = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(1_048_576),
  // As of a message: no chat accepts others.
  v.regex(/^(?!\s+$)/, "must not be only white space"),
  v.regex(/^[^\0\p{Cs}]*$/u, "must not hold NUL or half a surrogate pair"),
  v.description("The text, with `{{placeholders}}` that a chat fills in."),
);

export const PromptSchema = v.strictObject({
  id: v.string(),
  name: v.string(),
  description: v.string(),
  content: v.string(),
  arguments: v.pipe(v.array(v.string()), v.description("The placeholders of the content, in order.")),
  labels: LabelsSchema,
  version: VersionSchema,
  created_at: TimestampSchema,
  updated_at: TimestampSchema,
});
export type Prompt = v.InferOutput<typeof PromptSchema>;

/** A prompt for POST and `bulk`. */
export const PromptInputSchema = v.strictObject({
  name: LibraryNameSchema,
  description: v.optional(DescriptionSchema, ""),
  content: Content,
  labels: v.optional(LabelsSchema, {}),
});
export type PromptInput = v.InferInput<typeof PromptInputSchema>;
export type CheckedPromptInput = v.InferOutput<typeof PromptInputSchema>;

/** For PUT. The name is in the address; a different one renames. */
export const PromptReplacementSchema = v.strictObject({
  ...PromptInputSchema.entries,
  name: v.optional(LibraryNameSchema),
});
export type PromptReplacement = v.InferInput<typeof PromptReplacementSchema>;
export type CheckedPromptReplacement = v.InferOutput<typeof PromptReplacementSchema>;
