import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type McpServer,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import { hasScope } from "@workspace-agent/core/internal";
import { tell } from "../errors.ts";
import type { McpCall } from "../mcp-call.ts";
import { TOOLS } from "./index.ts";
import { jsonSchema } from "./json-schema.ts";
import type { McpTool, ToolRun } from "./tool.ts";

/** Made when they are first listed. */
let described: ReadonlyMap<McpTool, Tool> | undefined;

/**
 * The tools that the principal has the scope for, and their calls. A failed call is a result that the model reads; only what is no tool
 * at all is an error of the protocol.
 */
export function serveTools({ server }: McpServer, call: McpCall): void {
  server.registerCapabilities({ tools: {} });

  server.setRequestHandler("tools/list", () => {
    described ??= new Map(TOOLS.map((tool) => [tool, describe(tool)]));
    const tools = [...described].flatMap(([{ scope }, shown]) =>
      hasScope(call.principal, scope) ? [shown] : [],
    );
    return { tools };
  });

  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    return await callTool(tool, params.arguments ?? {}, toRun(call, context));
  });
}

function describe({ name, title, description, annotations, input, output }: McpTool): Tool {
  return {
    name,
    title,
    description,
    inputSchema: jsonSchema(input, "input"),
    outputSchema: jsonSchema(output, "output"),
    annotations: { title, ...annotations },
  };
}

async function callTool(
  tool: McpTool,
  given: Readonly<Record<string, unknown>>,
  run: ToolRun,
): Promise<CallToolResult> {
  const { workspace_id } = given;
  try {
    await run.call.permit({
      scope: tool.scope,
      rateLimit: tool.rateLimit,
      workspaceId: typeof workspace_id === "string" ? workspace_id : null,
    });
    const result = await tool.run(given, run);
    return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: { ...result } };
  } catch (error) {
    const text = JSON.stringify(tell(error, run.call));
    return { content: [{ type: "text", text }], isError: true };
  }
}

function toRun(call: McpCall, { mcpReq }: ServerContext): ToolRun {
  const progressToken = mcpReq._meta?.progressToken;
  return {
    call,
    signal: AbortSignal.any([mcpReq.signal, call.request.signal]),
    report:
      progressToken === undefined
        ? null
        : async (progress) =>
            await mcpReq.notify({ method: "notifications/progress", params: { progressToken, ...progress } }),
  };
}
