/** What authors of tools and hooks need. */
export { AgentFiles } from "./agent/agent-files.ts";
export { fromAiSdk, type AiSdkTool } from "./agent/ai-sdk-tools.ts";
export type { AgentHooks, HookedCall, HookedTurn } from "./agent/hooks.ts";
export { tool, type ToolDefinition } from "./agent/make-tool.ts";
export { ToolError } from "./agent/tool-error.ts";
export type { StandardSchema, ToolArguments, ToolParameters } from "./agent/tool-parameters.ts";
export type { Tool, ToolContext, ToolOutcome } from "./agent/tool.ts";
