import type { InjectionToken } from "../di.ts";
import type { Middleware } from "./middleware.ts";
import type { Tool } from "./tool.ts";

/** What the host configures for the agent. */
export interface AgentSettings {
  readonly tools: readonly Tool[];
  readonly middleware: readonly Middleware[];
}

export const AGENT_SETTINGS: InjectionToken<AgentSettings> = Symbol.for("workspace-agent.agent-settings");
