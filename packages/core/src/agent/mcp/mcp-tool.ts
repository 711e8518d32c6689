import * as v from "valibot";
import { canonicalJson } from "../../runtime/canonical-json.ts";
import { McpError } from "../../ports/mcp.ts";
import { defineTool, failure, type Tool, type ToolContext, type ToolOutcome } from "../tool.ts";
import type { McpLink } from "./mcp-link.ts";
import type { OfferedTool } from "./offered-tools.ts";
import { toolOutput } from "./tool-output.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** The server validates the arguments. */
const ArgumentsSchema = v.custom<Arguments>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "must be an object",
);

async function callTool(
  link: McpLink,
  server: string,
  name: string,
  args: Arguments,
  context: ToolContext,
): Promise<ToolOutcome> {
  try {
    return await toolOutput(await link.call(name, args, context), context);
  } catch (error) {
    if (context.signal.aborted) return failure("This call was stopped. What the server did is unknown.");
    if (!McpError.isInstance(error)) throw error;
    return failure(`The MCP server "${server}": ${error.message}`);
  }
}

interface ServerTool {
  /** The name for models. */
  readonly name: string;
  readonly server: string;
  readonly link: McpLink;
  readonly tool: OfferedTool;
  readonly isReadOnly: boolean;
}

/** A server's tool as a tool of the agent. A failure of the server is an outcome with an error. */
export function mcpTool({ name, server, link, tool, isReadOnly }: ServerTool): Tool {
  const { description, schema } = tool;
  return defineTool({
    name,
    description,
    parameters: ArgumentsSchema,
    schema,
    isReadOnly,
    touchesFiles: link.isInSandbox,
    subjects: (args) => ({ names: [canonicalJson(args)] }),
    run: (args, context) => callTool(link, server, tool.name, args, context),
  });
}
