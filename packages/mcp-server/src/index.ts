export type { McpAccess, McpCall, McpEndpoint } from "@workspace-agent/core";
export { mcpServer } from "./mcp-server.ts";
