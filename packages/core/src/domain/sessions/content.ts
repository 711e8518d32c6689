import * as v from "valibot";
import { SubagentReportSchema } from "./subagent-report.ts";

const ProviderDataSchema = v.record(v.string(), v.unknown());

export const TextPartSchema = v.strictObject({ type: v.literal("text"), text: v.string() });
export const ReasoningPartSchema = v.strictObject({
  type: v.literal("reasoning"),
  text: v.string(),
  /** Opaque data of the provider (a signature) that the next prompt has to return. */
  provider: v.optional(ProviderDataSchema),
});
export const ImagePartSchema = v.strictObject({
  type: v.literal("image"),
  media_type: v.string(),
  /** The SHA-256 of the image, in hexadecimal, that names its blob. */
  blob: v.string(),
});
/** An image that a tool's result shows beside its text. */
const ResultImageSchema = v.strictObject({ media_type: v.string(), blob: v.string() });
export const ToolCallPartSchema = v.strictObject({
  type: v.literal("tool_call"),
  call_id: v.string(),
  name: v.string(),
  /** The exact JSON text that the model wrote, which may be malformed; unless it is `redacted`. */
  arguments: v.string(),
  /** The arguments held secrets of the workspace, in whose place their names stand. The call was run as the model wrote it. */
  redacted: v.optional(v.literal(true)),
  provider: v.optional(ProviderDataSchema),
});
export const ToolResultPartSchema = v.strictObject({
  type: v.literal("tool_result"),
  call_id: v.string(),
  name: v.string(),
  output: v.string(),
  is_error: v.boolean(),
  /** Parts of the output were left out; the output says where the whole is. */
  truncated: v.boolean(),
  /** The working directory after a command of the `bash` tool. */
  working_directory: v.optional(v.string()),
  /** The file that the call read or wrote, as it was then: the SHA-256 of its bytes, in hexadecimal. */
  file: v.optional(v.strictObject({ path: v.string(), sha256: v.string() })),
  /** The AGENTS.md files with which the output ends. */
  guides: v.optional(v.array(v.string())),
  images: v.optional(v.array(ResultImageSchema)),
  /** The session that did the task, of a call of the `task` tool. */
  subagent: v.optional(SubagentReportSchema),
});

export const ContentPartSchema = v.variant("type", [
  TextPartSchema,
  ReasoningPartSchema,
  ImagePartSchema,
  ToolCallPartSchema,
  ToolResultPartSchema,
]);
export type ContentPart = v.InferOutput<typeof ContentPartSchema>;
export type ToolCallPart = v.InferOutput<typeof ToolCallPartSchema>;
export type ToolResultPart = v.InferOutput<typeof ToolResultPartSchema>;

/** The plain text of a content: its text parts and tool outputs; reasoning and calls are left out. */
export function plainText(content: readonly ContentPart[]): string {
  return content
    .map((part) => (part.type === "text" ? part.text : part.type === "tool_result" ? part.output : ""))
    .filter((text) => text !== "")
    .join("\n\n");
}
