import type { JsonSchema } from "../runtime/json.ts";
import { tool } from "./make-tool.ts";
import { isStandard, type ToolParameters } from "./tool-parameters.ts";
import { lastValue, textOf } from "./tool-result.ts";
import { failure, type RunContext, type Tool, type ToolOutcome } from "./tool.ts";

interface AiSdkCallOptions {
  readonly toolCallId: string;
  /** Always empty. */
  readonly messages: readonly unknown[];
  readonly abortSignal?: AbortSignal;
  /** Always an empty object. */
  readonly context: unknown;
}

interface AiSdkResult {
  readonly toolCallId: string;
  readonly input: unknown;
  readonly output: unknown;
}

/** What the service uses of a tool of the AI SDK, as `tool()` of the package `ai` makes it. */
export interface AiSdkTool {
  readonly type?: string | undefined;
  readonly description?: unknown;
  readonly inputSchema: unknown;
  /** A function counts as true. */
  readonly needsApproval?: unknown;
  execute?(input: unknown, options: AiSdkCallOptions): unknown;
  toModelOutput?(result: AiSdkResult): unknown;
}

/** Marks the schemas that `jsonSchema()` of the AI SDK makes. */
const SCHEMA = Symbol.for("vercel.ai.schema");

type Validated =
  { readonly success: true; readonly value: unknown } | { readonly success: false; readonly error: Error };

interface AiSdkSchema {
  readonly jsonSchema: JsonSchema | PromiseLike<unknown>;
  readonly validate?: (value: unknown) => Validated | PromiseLike<Validated>;
}

const isAiSdkSchema = (value: unknown): value is AiSdkSchema =>
  typeof value === "object" && value !== null && SCHEMA in value;
/** As `lazySchema()` of the AI SDK makes it. */
const isLazy = (value: unknown): value is () => unknown => typeof value === "function";
const isPromise = (value: JsonSchema | PromiseLike<unknown>): value is PromiseLike<unknown> =>
  typeof value["then" as keyof typeof value] === "function";

function parametersOf(given: unknown, name: string): ToolParameters {
  if (isStandard(given)) return given;
  const schema = isLazy(given) ? given() : given;
  if (!isAiSdkSchema(schema)) throw new Error(`The inputSchema of the tool ${name} is no schema.`);
  const { jsonSchema, validate } = schema;
  if (isPromise(jsonSchema))
    throw new Error(`The JSON Schema of the tool ${name} is a promise. Wait for it before you pass it.`);
  if (validate === undefined) return jsonSchema;
  const check = async (value: unknown) => {
    const result = await validate(value);
    return result.success ? { value: result.value } : { issues: [{ message: result.error.message }] };
  };
  return {
    "~standard": { version: 1, vendor: "ai-sdk", validate: check, jsonSchema: { input: () => jsonSchema } },
  };
}

/** The result that `toModelOutput` made. */
interface ModelOutput {
  readonly type: string;
  readonly value?: unknown;
  readonly reason?: string;
}

interface ModelOutputPart {
  readonly type: string;
  readonly text?: string;
  readonly mediaType?: string;
}

const partText = ({ type, text, mediaType }: ModelOutputPart): string =>
  text ?? `[${type}${mediaType === undefined ? "" : `: ${mediaType}`}, not shown]`;

function outcomeOf({ type, value, reason }: ModelOutput): ToolOutcome {
  switch (type) {
    case "content":
      return { output: (value as readonly ModelOutputPart[]).map(partText).join("\n") };
    case "execution-denied":
      return failure(reason ?? "The tool did not run.");
    case "error-text":
    case "error-json":
      return failure(textOf(value));
    default:
      return { output: textOf(value) };
  }
}

function aiSdkTool(name: string, given: AiSdkTool): Tool {
  const { description = "", needsApproval } = given;
  if (given.execute === undefined || given.type === "provider")
    throw new Error(`The tool ${name} has no \`execute\` that the service could call.`);
  if (typeof description !== "string") throw new Error(`The description of the tool ${name} is no text.`);
  return tool({
    name,
    description,
    parameters: parametersOf(given.inputSchema, name),
    needsApproval: needsApproval !== undefined && needsApproval !== false,
    async run(input, context: RunContext): Promise<ToolOutcome> {
      const { caller, signal: abortSignal, show } = context;
      const toolCallId = caller.callId ?? "";
      const running = given.execute?.(input, { toolCallId, messages: [], abortSignal, context: {} });
      const output = await lastValue(running, (text) => show?.(text), abortSignal);
      if (given.toModelOutput === undefined) return { output: textOf(output) };
      return outcomeOf((await given.toModelOutput({ toolCallId, input, output })) as ModelOutput);
    },
  });
}

/**
 * Tools of the AI SDK as tools of the agent, named by their keys. A tool with `needsApproval` waits for a person. Throws an `Error` for a tool
 * without `execute`.
 */
export function fromAiSdk(tools: Readonly<Record<string, AiSdkTool>>): Tool[] {
  return Object.entries(tools).map(([name, given]) => aiSdkTool(name, given));
}
