import * as v from "valibot";
import { LabelsSchema, TimestampSchema } from "../wire.ts";
import { ConfigOverlaySchema } from "../workspaces/config.ts";
import { LibraryFileSchema } from "./library-file.ts";
import { DescriptionSchema, LibraryNameSchema, VersionSchema } from "../validation/library-name.ts";

/** Limits of the files of one template. */
export const MAX_TEMPLATE_FILES = 1_000;
export const MAX_TEMPLATE_BYTES = 4_194_304;

export const TemplateSchema = v.strictObject({
  id: v.string(),
  name: v.string(),
  description: v.string(),
  config: ConfigOverlaySchema,
  files: v.array(LibraryFileSchema),
  labels: LabelsSchema,
  version: VersionSchema,
  created_at: TimestampSchema,
  updated_at: TimestampSchema,
});
export type Template = v.InferOutput<typeof TemplateSchema>;

/** A template for POST and `bulk`. Secrets have a name (`{secret: true}`) and no value. */
export const TemplateInputSchema = v.strictObject({
  name: LibraryNameSchema,
  description: v.optional(DescriptionSchema, ""),
  config: v.optional(ConfigOverlaySchema, {}),
  files: v.optional(v.pipe(v.array(LibraryFileSchema), v.maxLength(MAX_TEMPLATE_FILES)), []),
  labels: v.optional(LabelsSchema, {}),
});
export type TemplateInput = v.InferInput<typeof TemplateInputSchema>;
export type CheckedTemplateInput = v.InferOutput<typeof TemplateInputSchema>;

/** For PUT. The name is in the address; a different one renames. */
export const TemplateReplacementSchema = v.strictObject({
  ...TemplateInputSchema.entries,
  name: v.optional(LibraryNameSchema),
});
export type TemplateReplacement = v.InferInput<typeof TemplateReplacementSchema>;
export type CheckedTemplateReplacement = v.InferOutput<typeof TemplateReplacementSchema>;
