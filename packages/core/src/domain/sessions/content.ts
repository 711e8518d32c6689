import * as v from "valibot";
import { SubagentReportSchema } from "./subagent-report.ts";
import { Count } from "../wire.ts";

const ProviderDataSchema = v.record(v.string(), v.unknown());

export const TextPartSchema = v.strictObject({ type: v.literal("text"), text: v.string() });
export const ReasoningPartSchema = v.strictObject({
  type: v.literal("reasoning"),
  text: v.string(),
  /** Opaque data of the provider (a signature) that the next prompt must return. */
  provider: v.optional(ProviderDataSchema),
});
export const ImagePartSchema = v.strictObject({
  type: v.literal("image"),
  media_type: v.string(),
  /** The SHA-256 of the image, in hexadecimal: the name of its blob. */
  blob: v.string(),
});
/** A file of the workspace that the message refers to. An image follows as a part of its own. */
export const AttachmentPartSchema = v.strictObject({
  type: v.literal("attachment"),
  path: v.string(),
  /** In bytes, when the message was accepted. */
  size: Count,
  text: v.pipe(v.string(), v.description("What the model gets of the file.")),
});
/** An image in a tool result. */
const ResultImageSchema = v.strictObject({ media_type: v.string(), blob: v.string() });
export const ToolCallPartSchema = v.strictObject({
  type: v.literal("tool_call"),
  call_id: v.string(),
  name: v.string(),
  /** The JSON text that the model wrote, which may be malformed. Not exact if `redacted`. */
  arguments: v.string(),
  /** The arguments contained secrets of the workspace, which are replaced by their names. The call ran with the original arguments. */
  redacted: v.optional(v.literal(true)),
  provider: v.optional(ProviderDataSchema),
});
const TextStyleSchema = v.strictObject({
  at: v.pipe(Count, v.description("A position in the output, in UTF-16 code units.")),
  sgr: v.pipe(
    v.string(),
    v.regex(/^[\d;]+$/),
    v.description(
      "The parameters of `ESC [ … m` (ECMA-48), such as `1;31` for bold and red. `0` ends all styles.",
    ),
  ),
});
export const TextStylesSchema = v.array(TextStyleSchema);
export const ToolResultPartSchema = v.strictObject({
  type: v.literal("tool_result"),
  call_id: v.string(),
  name: v.string(),
  output: v.string(),
  is_error: v.boolean(),
  /** Parts of the output are omitted. The output says where the complete one is. */
  truncated: v.boolean(),
  /** How a terminal shows the output, from each position on. Absent if it has no styles, was cut, or contained a secret. */
  styles: v.optional(
    v.pipe(
      TextStylesSchema,
      v.description(
        "How a terminal shows `output`: each style is added to those before it. Absent if there are none, and for output that was cut or contained a secret.",
      ),
    ),
  ),
  /** The working directory after a command of the `bash` tool. */
  working_directory: v.optional(v.string()),
  /** The file that the call read or wrote, with the SHA-256 of its bytes at that time, in hexadecimal. */
  file: v.optional(v.strictObject({ path: v.string(), sha256: v.string() })),
  /** The AGENTS.md files at the end of the output. */
  guides: v.optional(v.array(v.string())),
  images: v.optional(v.array(ResultImageSchema)),
  /** The subagent of a `task` call. */
  subagent: v.optional(SubagentReportSchema),
});

export const ContentPartSchema = v.variant("type", [
  TextPartSchema,
  ReasoningPartSchema,
  ImagePartSchema,
  AttachmentPartSchema,
  ToolCallPartSchema,
  ToolResultPartSchema,
]);
export type ContentPart = v.InferOutput<typeof ContentPartSchema>;
export type ToolCallPart = v.InferOutput<typeof ToolCallPartSchema>;
export type ToolResultPart = v.InferOutput<typeof ToolResultPartSchema>;

/** The text parts and tool outputs of a content, without reasoning and calls. */
export function plainText(content: readonly ContentPart[]): string {
  return content
    .map((part) => (part.type === "text" ? part.text : part.type === "tool_result" ? part.output : ""))
    .filter((text) => text !== "")
    .join("\n\n");
}
