import * as v from "valibot";
import { canonicalJson } from "../../canonical-json.ts";
import type { JsonSchema } from "../../json.ts";
import { McpError, type McpTool } from "../../ports/mcp.ts";
import { cleanText } from "../text.ts";
import { defineTool, failure, type Tool, type ToolContext, type ToolOutcome } from "../tool.ts";
import type { McpLink } from "./mcp-link.ts";
import { toolOutput } from "./tool-output.ts";

/** More of a description, or a larger schema, is no help to a model that pays for it in each step. */
const MAX_DESCRIPTION = 4_096;
const MAX_SCHEMA = 32_768;

type Arguments = Readonly<Record<string, unknown>>;

/** The server itself checks them. */
const ArgumentsSchema = v.custom<Arguments>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "must be an object",
);

/** A schema as providers take it, without secrets; null: too large to be offered. */
export function offeredSchema(
  { $schema, ...schema }: JsonSchema,
  redact: (text: string) => string,
): JsonSchema | null {
  const text = JSON.stringify({ ...schema, type: "object" });
  if (text.length > MAX_SCHEMA) return null;
  const cleaned = (_: string, value: unknown): unknown =>
    typeof value === "string" ? redact(cleanText(value)) : value;
  return JSON.parse(text, cleaned) as JsonSchema;
}

export function offeredDescription(description: string, redact: (text: string) => string): string {
  const text = redact(cleanText(description)).trim();
  return text.length <= MAX_DESCRIPTION ? text : `${text.slice(0, MAX_DESCRIPTION).toWellFormed()} […]`;
}

async function callTool(
  link: McpLink,
  server: string,
  name: string,
  args: Arguments,
  context: ToolContext,
): Promise<ToolOutcome> {
  try {
    return await toolOutput(await link.call(name, args, context.signal), context);
  } catch (error) {
    if (context.signal.aborted) return failure("This call was stopped. What the server did is unknown.");
    if (!McpError.isInstance(error)) throw error;
    return failure(`The MCP server "${server}": ${error.message}`);
  }
}

export interface OfferedTool {
  /** Under which models know it. */
  readonly name: string;
  readonly server: string;
  readonly link: McpLink;
  readonly tool: McpTool;
  readonly isReadOnly: boolean;
  readonly redact: (text: string) => string;
}

/** A server's tool as one of the agent's; null: its schema is too large. A server that fails is a result with an error. */
export function mcpTool({ name, server, link, tool, isReadOnly, redact }: OfferedTool): Tool | null {
  const schema = offeredSchema(tool.parameters, redact);
  if (schema === null) return null;
  return defineTool({
    name,
    description: offeredDescription(tool.description, redact),
    parameters: ArgumentsSchema,
    schema,
    isReadOnly,
    leavesFiles: !link.isInSandbox,
    subjects: (args) => ({ names: [canonicalJson(args)] }),
    run: (args, context) => callTool(link, server, tool.name, args, context),
  });
}
