export { createHandler, type Handler } from "./handler.ts";
export type { HandlerLimits, HandlerOptions } from "./options.ts";
export { parserErrorAnswer, type ParserError } from "./parser-error.ts";
