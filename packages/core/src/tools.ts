/** What authors of tools and middleware need. */
export { AgentFiles } from "./agent/agent-files.ts";
export { fromAiSdk, type AiSdkTool } from "./agent/ai-sdk-tools.ts";
export { tool, type ToolDefinition } from "./agent/make-tool.ts";
export type { Middleware, ModelCall, ToolCall } from "./agent/middleware.ts";
export { ToolError } from "./agent/tool-error.ts";
export type { StandardSchema, ToolArguments, ToolParameters } from "./agent/tool-parameters.ts";
export type { Tool, ToolContext, ToolOutcome } from "./agent/tool.ts";
export type { Caller } from "./domain/sessions/caller.ts";
export type { Subjects } from "./domain/workspaces/permissions.ts";
export type { JsonSchema } from "./runtime/json.ts";
