export { isAddressRange } from "./credentials/client-address.ts";
export { createHandler, type Handler } from "./handler.ts";
export type { InterfaceFile, InterfaceMount, WebInterface } from "./interface/web-interface.ts";
export type { McpAccess, McpCall, McpEndpoint } from "./mcp/mcp-endpoint.ts";
export type { HandlerLimits, HandlerOptions } from "./options.ts";
export { connectAnswer, parserErrorAnswer, type ParserError } from "./parser-error.ts";
