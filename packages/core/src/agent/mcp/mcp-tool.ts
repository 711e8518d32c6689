import { McpError } from "../../ports/mcp.ts";
import { tool } from "../make-tool.ts";
import { failure, type Tool, type ToolContext, type ToolOutcome } from "../tool.ts";
import type { McpLink } from "./mcp-link.ts";
import type { OfferedTool } from "./offered-tools.ts";
import { toolOutput } from "./tool-output.ts";

type Arguments = Readonly<Record<string, unknown>>;

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
export function mcpTool({ name, server, link, tool: offered, isReadOnly }: ServerTool): Tool {
  return tool({
    name,
    description: offered.description,
    // The server checks the arguments.
    parameters: offered.schema,
    isReadOnly,
    touchesFiles: link.isInSandbox,
    run: (args, context) => callTool(link, server, offered.name, args, context),
  });
}
