import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type McpServer,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import { hasAccess } from "@workspace-agent/core/internal";
import { toMcpError } from "../errors.ts";
import type { McpCall } from "@workspace-agent/core";
import { TOOLS } from "./index.ts";
import { jsonSchema } from "./json-schema.ts";
import type { McpTool, ToolRun } from "./tool.ts";

/** Created when first listed. */
let described: ReadonlyMap<McpTool, Tool> | undefined;

/**
 * Serves the tools that the scopes of the principal allow. A failed call returns a result for the model; only an unknown tool is a
 * protocol error.
 */
export function serveTools({ server }: McpServer, call: McpCall): void {
  server.registerCapabilities({ tools: {} });

  server.setRequestHandler("tools/list", () => {
    described ??= new Map(TOOLS.map((tool) => [tool, describe(tool)]));
    const tools = [...described].flatMap(([{ access }, shown]) =>
      hasAccess(call.principal, access) ? [shown] : [],
    );
    return { tools };
  });

  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The tool ${params.name} does not exist.`);
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
      access: tool.access,
      rateLimit: tool.rateLimit,
      workspaceId: typeof workspace_id === "string" ? workspace_id : null,
    });
    const result = await tool.run(given, run);
    return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: { ...result } };
  } catch (error) {
    const text = JSON.stringify(toMcpError(error, run.call));
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
