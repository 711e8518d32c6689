import * as v from "valibot";
import { isShallow, MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH, schemaBytes } from "../validation/bounded-schema.ts";

/** The most tools of a chat or a config. */
const MAX_CALLER_TOOLS = 64;
const MAX_DESCRIPTION = 4_096;
/** Of all schemas together, in bytes of JSON. */
const MAX_SCHEMAS = 524_288;

const InputSchemaSchema = v.pipe(
  v.looseObject({
    type: v.literal("object"),
    properties: v.optional(v.record(v.string(), v.union([v.looseObject({}), v.boolean()]))),
    required: v.optional(v.array(v.string())),
  }),
  v.check(
    (schema) => isShallow(schema),
    `must be JSON that is not nested deeper than ${MAX_SCHEMA_DEPTH} levels`,
  ),
  v.check((schema) => schemaBytes(schema) <= MAX_SCHEMA_BYTES, "must not be longer than 64 KiB"),
  v.description(
    "The JSON Schema of the arguments: of an object, at most 64 KiB. The caller checks the arguments.",
  ),
);

/** A tool that the caller runs: a call becomes a request of kind `tool_call`, which the caller answers with the result. */
export const CallerToolSchema = v.strictObject({
  name: v.pipe(
    v.string(),
    v.regex(
      /^(?!mcp__)[a-zA-Z0-9_-]{1,64}$/,
      "must be 1 to 64 letters, digits, _ and -, and must not start with mcp__",
    ),
  ),
  description: v.pipe(v.string(), v.maxLength(MAX_DESCRIPTION), v.description("For the model.")),
  input_schema: InputSchemaSchema,
});
export type CallerTool = v.InferOutput<typeof CallerToolSchema>;

const namesOf = (tools: readonly CallerTool[]) => tools.map(({ name }) => name);

export const CallerToolsSchema = v.pipe(
  v.array(CallerToolSchema),
  v.maxLength(MAX_CALLER_TOOLS),
  v.check((tools) => new Set(namesOf(tools)).size === tools.length, "must have different names"),
  v.check(
    (tools) => tools.reduce((sum, { input_schema }) => sum + schemaBytes(input_schema), 0) <= MAX_SCHEMAS,
    "must not have schemas of more than 512 KiB together",
  ),
);
