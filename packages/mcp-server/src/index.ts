export type { McpAccess, McpCall, McpEndpoint } from "./mcp-call.ts";
export { mcpServer } from "./mcp-server.ts";
