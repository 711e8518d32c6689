export { isAddressRange } from "./options/address-range.ts";
export { createHandler, type Handler } from "./handler.ts";
export type { InterfaceFile, InterfaceMount, WebInterface } from "./options/web-interface.ts";
export type { McpAccess, McpCall, McpEndpoint } from "@workspace-agent/core";
export type { HandlerLimits, HandlerOptions } from "./options/handler-options.ts";
export { connectAnswer, parserErrorAnswer, type ParserError } from "./parser-error.ts";
