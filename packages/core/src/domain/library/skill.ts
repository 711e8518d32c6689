import * as v from "valibot";
import { Count, TimestampSchema } from "../wire.ts";
import { LibraryFileSchema } from "./library-file.ts";
import { VersionSchema } from "../validation/library-name.ts";

/** The file that describes a skill, in the root of its folder. */
export const SKILL_FILE = "SKILL.md";

/** Limits of one skill. */
export const MAX_SKILL_FILES = 2_000;
export const MAX_SKILL_BYTES = 67_108_864;

export const SkillFileSchema = v.strictObject({
  path: v.string(),
  size: v.pipe(Count, v.description("Bytes.")),
  executable: v.optional(v.boolean()),
});
export type SkillFile = v.InferOutput<typeof SkillFileSchema>;

/** A skill in the Agent Skills format. All fields except its files come from the front matter of `SKILL.md`. */
export const SkillSchema = v.strictObject({
  id: v.string(),
  name: v.string(),
  description: v.string(),
  license: v.nullable(v.string()),
  compatibility: v.nullable(v.string()),
  metadata: v.record(v.string(), v.string()),
  allowed_tools: v.array(v.string()),
  files: v.array(SkillFileSchema),
  warnings: v.pipe(
    v.array(v.string()),
    v.description(
      "Problems that do not prevent its use. The answer to an upload includes problems of the uploaded folder.",
    ),
  ),
  version: VersionSchema,
  created_at: TimestampSchema,
  updated_at: TimestampSchema,
});
export type Skill = v.InferOutput<typeof SkillSchema>;

/** The files of a skill's folder, including `SKILL.md`. */
export const SkillInputSchema = v.strictObject({
  files: v.pipe(v.array(LibraryFileSchema), v.minLength(1), v.maxLength(MAX_SKILL_FILES)),
});
export type SkillInput = v.InferOutput<typeof SkillInputSchema>;

/** The content of a skill's record: the front matter, and the files with the hashes of their blobs. */
export interface SkillContent {
  readonly description: string;
  readonly license: string | null;
  readonly compatibility: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly allowed_tools: readonly string[];
  /** Absent: none. */
  readonly warnings?: readonly string[];
  /** Sorted by path. */
  readonly files: readonly (SkillFile & { readonly hash: string })[];
}
