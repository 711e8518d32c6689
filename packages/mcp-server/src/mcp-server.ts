import type { McpEndpoint } from "@workspace-agent/core";

/**
 * The service as a server of the Model Context Protocol, for the `mcp` option of a handler. It is stateless, so any instance can answer
 * any request. The SDK is large and loaded on the first request.
 */
export function mcpServer(): McpEndpoint {
  return {
    async answer(call) {
      const { answer } = await import("./answer.ts");
      return await answer(call);
    },
  };
}
