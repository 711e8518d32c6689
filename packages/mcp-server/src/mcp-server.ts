import type { McpEndpoint } from "./mcp-call.ts";

/**
 * The service as a server of the Model Context Protocol, for the `mcp` of a handler. It keeps nothing between requests, so that any
 * instance answers any of them. The SDK is loaded with the first request: it is large, and many hosts never have one.
 */
export function mcpServer(): McpEndpoint {
  return {
    async answer(call) {
      const { answer } = await import("./answer.ts");
      return await answer(call);
    },
  };
}
