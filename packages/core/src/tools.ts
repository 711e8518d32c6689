/** What authors of tools and hooks need. */
export { AgentFiles } from "./agent/agent-files.ts";
export type { Caller } from "./domain/sessions/caller.ts";
export type { Middleware, ModelCall, ToolCall } from "./agent/middleware.ts";
export { defineTool, type Tool, type ToolContext, type ToolOutcome } from "./agent/tool.ts";
