import { McpError } from "../../ports/mcp.ts";
import { tool } from "../make-tool.ts";
import { failure, type Tool, type ToolOutcome } from "../tool.ts";
import type { McpLink } from "./mcp-link.ts";
import type { OfferedTool } from "./offered-tools.ts";
import { toolOutput } from "./tool-output.ts";

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
    async run(args, context): Promise<ToolOutcome> {
      try {
        return await toolOutput(await link.call(offered.name, args, context), context);
      } catch (error) {
        if (context.signal.aborted) return failure("This call was stopped. What the server did is unknown.");
        if (!McpError.isInstance(error)) throw error;
        return failure(`The MCP server "${server}": ${error.message}`);
      }
    },
  });
}
