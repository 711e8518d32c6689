import * as v from "valibot";
import { isJson } from "../../runtime/json.ts";
import { byteLength } from "../../runtime/text.ts";

/** The most tools of a chat or a config. */
export const MAX_CALLER_TOOLS = 64;
const MAX_DESCRIPTION = 4_096;
/** Of one schema and of all together, in bytes of JSON. */
const MAX_SCHEMA = 65_536;
const MAX_SCHEMAS = 524_288;
/** Deeper schemas could exhaust the stack of code that walks through them. */
const MAX_DEPTH = 64;

const isShallow = (schema: object) => isJson(schema, MAX_DEPTH);

/** 0 for a schema that is refused for its depth: the checks of sizes run too. */
const sizeOf = (schema: object) => (isShallow(schema) ? byteLength(JSON.stringify(schema)) : 0);

const InputSchemaSchema = v.pipe(
  v.looseObject({
    type: v.literal("object"),
    properties: v.optional(v.record(v.string(), v.union([v.looseObject({}), v.boolean()]))),
    required: v.optional(v.array(v.string())),
  }),
  v.check((schema) => isShallow(schema), `must be JSON that is not nested deeper than ${MAX_DEPTH} levels`),
  v.check((schema) => sizeOf(schema) <= MAX_SCHEMA, "must not be longer than 64 KiB"),
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
    (tools) => tools.reduce((sum, { input_schema }) => sum + sizeOf(input_schema), 0) <= MAX_SCHEMAS,
    "must not have schemas of more than 512 KiB together",
  ),
);
