export { mcpConnector, type McpConnectorOptions } from "./mcp-connector.ts";
