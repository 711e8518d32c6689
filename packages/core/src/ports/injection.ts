import type { InjectionToken } from "../di.ts";
import type { RateLimits } from "../domain/limits/rate-limit.ts";
import type { PriceLookup } from "../domain/prices/model-prices.ts";
import type { PolicyOf } from "./policy.ts";
import type { SecretBox } from "../domain/secrets/secret-box.ts";
import type { Clock } from "./clock.ts";
import type { CronTimes } from "./cron-times.ts";
import type { Logger } from "./logger.ts";
import type { McpOptions } from "./mcp.ts";
import type { ModelCatalog } from "./model-catalog.ts";
import type { ModelProvider } from "./model.ts";
import type { ObjectStore } from "./object-store.ts";
import type { OutputSchemas } from "./output-schemas.ts";
import type { SandboxProvider } from "./sandbox.ts";
import type { Store } from "./store.ts";
import type { Telemetry } from "./telemetry.ts";
import type { VolumeProvider } from "./volume.ts";
import type { LeaseTimes } from "../domain/sessions/lease.ts";
import type { WebhookOptions } from "./webhook-fetch.ts";
import type { PromptSource } from "./prompt-source.ts";
import type { WorkspaceTemplates } from "./workspace-templates.ts";

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
  /** For how many days this instance retains what is inactive, at most; null: forever. */
  readonly retention: { readonly sessionsDays: number | null };
  /** What the shared volume of each tenant may hold, in MiB; null: any amount. */
  readonly sharedDiskMb: number | null;
  /** The files of new workspaces belong to no host. */
  readonly portableFiles: boolean;
  readonly policyOf: PolicyOf;
  /** The models that the policy names, where it is the same for all. */
  readonly modelNames: readonly string[];
  readonly prices: PriceLookup;
  /** The models in the host's own table of prices. Null: the prices are those that are known of models. */
  readonly ownPriced: readonly string[] | null;
  /** Null: none beside the built-in table. */
  readonly modelCatalog: ModelCatalog | null;
  readonly rateLimits: RateLimits;
  /** Of the tools that agents have beside those of MCP servers. */
  readonly toolNames: readonly string[];
  /** Of the tools that can change files. */
  readonly writingTools: readonly string[];
  /** Null: no MCP servers. */
  readonly mcp: McpOptions | null;
  /** Null: no chat may ask for structured output. */
  readonly outputSchemas: OutputSchemas | null;
  /** Null: no webhooks. */
  readonly webhooks: WebhookOptions | null;
  /** Null: no schedules. */
  readonly cronTimes: CronTimes | null;
  readonly secrets: SecretBox;
  /** The tenant and user that a password or one-time code signs in. */
  readonly signIn: { readonly tenant: string; readonly userId: string; readonly password: string | null };
  readonly random: () => number;
}

export const STORE: InjectionToken<Store> = Symbol.for("workspace-agent.store");
export const VOLUMES: InjectionToken<VolumeProvider> = Symbol.for("workspace-agent.volumes");
/** Null: no snapshots, and nobody knows what sessions changed. */
export const OBJECTS: InjectionToken<ObjectStore | null> = Symbol.for("workspace-agent.objects");
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
