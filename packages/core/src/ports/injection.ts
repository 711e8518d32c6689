import type { InjectionToken } from "../di.ts";
import type { RateLimits } from "../limits/rate-limit.ts";
import type { PriceLookup } from "../models/prices/model-prices.ts";
import type { Policy } from "../principals/policy.ts";
import type { AgentHooks } from "../agent/hooks.ts";
import type { Tool } from "../agent/tool.ts";
import type { AgentService } from "../service.ts";
import type { SecretBox } from "../workspaces/secret-box.ts";
import type { Clock } from "./clock.ts";
import type { Logger } from "./logger.ts";
import type { McpOptions } from "./mcp.ts";
import type { ModelProvider } from "./model.ts";
import type { SandboxProvider } from "./sandbox.ts";
import type { Store } from "./store.ts";
import type { Telemetry } from "./telemetry.ts";
import type { VolumeProvider } from "./volume.ts";
import type { LeaseTimes } from "../sessions/lease.ts";
import type { WebhookOptions } from "./webhook-fetch.ts";
import type { PromptSource } from "../sessions/prompt-source.ts";
import type { WorkspaceTemplates } from "../workspaces/workspace-templates.ts";

/** What the services are made with beside their ports. */
export interface ServiceSettings {
  readonly version: string;
  readonly instanceId: string;
  /** Turns that this instance runs at once. */
  readonly maxRunningTurns: number;
  /** Turns that one workspace runs at once, on all instances together; null: any number. */
  readonly maxRunningTurnsPerWorkspace: number | null;
  /** Turns that this instance runs at once for one principal, and for one tenant; null: any number. */
  readonly maxRunningTurnsPerPrincipal: number | null;
  readonly maxRunningTurnsPerTenant: number | null;
  readonly lease: LeaseTimes;
  /** Turns that may wait in one session. */
  readonly maxQueuedTurns: number;
  /** How long a person may take to answer a request, in milliseconds. */
  readonly requestTtlMs: number;
  /** What the shared volume of each tenant may hold, in MiB; null: any amount. */
  readonly sharedDiskMb: number | null;
  readonly policy: Policy;
  readonly prices: PriceLookup;
  readonly rateLimits: RateLimits;
  readonly tools: readonly Tool[];
  readonly hooks: AgentHooks;
  /** Null: no MCP servers. */
  readonly mcp: McpOptions | null;
  /** Null: no webhooks. */
  readonly webhooks: WebhookOptions | null;
  readonly secrets: SecretBox;
  /** The tenant and user that a password or one-time code signs in. */
  readonly signIn: { readonly tenant: string; readonly userId: string; readonly password: string | null };
  readonly random: () => number;
}

export const STORE: InjectionToken<Store> = Symbol.for("workspace-agent.store");
export const VOLUMES: InjectionToken<VolumeProvider> = Symbol.for("workspace-agent.volumes");
export const SANDBOXES: InjectionToken<SandboxProvider> = Symbol.for("workspace-agent.sandboxes");
export const MODELS: InjectionToken<ModelProvider> = Symbol.for("workspace-agent.models");
export const CLOCK: InjectionToken<Clock> = Symbol.for("workspace-agent.clock");
export const LOGGER: InjectionToken<Logger> = Symbol.for("workspace-agent.logger");
export const SETTINGS: InjectionToken<ServiceSettings> = Symbol.for("workspace-agent.settings");
export const TELEMETRY: InjectionToken<Telemetry> = Symbol.for("workspace-agent.telemetry");

/** What workspaces and chats take from the library. */
export const WORKSPACE_TEMPLATES: InjectionToken<WorkspaceTemplates> = Symbol.for(
  "workspace-agent.workspace-templates",
);
export const PROMPT_SOURCE: InjectionToken<PromptSource> = Symbol.for("workspace-agent.prompt-source");

/** The services that a host may replace. */
export const WORKSPACES_SERVICE: InjectionToken<AgentService["workspaces"]> = Symbol.for(
  "workspace-agent.workspaces-service",
);
export const CHAT_SERVICE: InjectionToken<AgentService["chat"]> = Symbol.for("workspace-agent.chat-service");
export const SESSIONS_SERVICE: InjectionToken<AgentService["sessions"]> = Symbol.for(
  "workspace-agent.sessions-service",
);
export const CHANGES_SERVICE: InjectionToken<AgentService["changes"]> = Symbol.for(
  "workspace-agent.changes-service",
);
export const IMAGES_SERVICE: InjectionToken<AgentService["images"]> = Symbol.for(
  "workspace-agent.images-service",
);
export const OUTPUTS_SERVICE: InjectionToken<AgentService["outputs"]> = Symbol.for(
  "workspace-agent.outputs-service",
);
export const FILES_SERVICE: InjectionToken<AgentService["files"]> = Symbol.for(
  "workspace-agent.files-service",
);
export const PROMPTS_SERVICE: InjectionToken<AgentService["prompts"]> = Symbol.for(
  "workspace-agent.prompts-service",
);
export const TEMPLATES_SERVICE: InjectionToken<AgentService["templates"]> = Symbol.for(
  "workspace-agent.templates-service",
);
export const SKILLS_SERVICE: InjectionToken<AgentService["skills"]> = Symbol.for(
  "workspace-agent.skills-service",
);
export const TOKENS_SERVICE: InjectionToken<AgentService["tokens"]> = Symbol.for(
  "workspace-agent.tokens-service",
);
export const SIGN_IN_SERVICE: InjectionToken<AgentService["signIn"]> = Symbol.for(
  "workspace-agent.sign-in-service",
);
export const AUDIT_SERVICE: InjectionToken<AgentService["audit"]> = Symbol.for(
  "workspace-agent.audit-service",
);
export const WEBHOOKS_SERVICE: InjectionToken<AgentService["webhooks"]> = Symbol.for(
  "workspace-agent.webhooks-service",
);
export const INSTANCE_SERVICE: InjectionToken<AgentService["instance"]> = Symbol.for(
  "workspace-agent.instance-service",
);
export const USAGE_SERVICE: InjectionToken<AgentService["usage"]> = Symbol.for(
  "workspace-agent.usage-service",
);
export const LIMITS_SERVICE: InjectionToken<AgentService["limits"]> = Symbol.for(
  "workspace-agent.limits-service",
);
