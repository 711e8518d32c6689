import type { Tool } from "./agent/tool.ts";
import { builtInTools } from "./agent/tools/index.ts";
import { ChangesService } from "./changes/changes-service.ts";
import { SessionBaselines } from "./changes/session-baselines.ts";
import { container, Lifecycle, type DependencyContainer, type InjectionToken } from "./di.ts";
import { FilesService } from "./files/files-service.ts";
import { Idempotency } from "./idempotency/idempotency.ts";
import { InstanceService } from "./instance/instance-service.ts";
import { SandboxReadiness } from "./instance/sandbox-readiness.ts";
import { Maintenance } from "./instance/maintenance.ts";
import { LimitsService } from "./limits/limits-service.ts";
import { libraryPrompts } from "./library/prompts/library-prompts.ts";
import { PromptsService } from "./library/prompts/prompts-service.ts";
import { AttachedSkills } from "./library/skills/attached-skills.ts";
import { SealedSkills } from "./library/skills/sealed-skills.ts";
import { SkillsService } from "./library/skills/skills-service.ts";
import { LibraryTemplates } from "./library/templates/library-templates.ts";
import { TemplatesService } from "./library/templates/templates-service.ts";
import { CostLimits } from "./models/prices/cost-limits.ts";
import { priceLookup } from "./models/prices/price-lookup.ts";
import type { Prices } from "./models/prices/model-prices.ts";
import { toRateLimits, type RateLimits } from "./limits/rate-limit.ts";
import { systemClock, type Clock } from "./ports/clock.ts";
import {
  CHANGES_SERVICE,
  CHAT_SERVICE,
  CLOCK,
  FILES_SERVICE,
  INSTANCE_SERVICE,
  LIMITS_SERVICE,
  LOGGER,
  MODELS,
  PROMPT_SOURCE,
  PROMPTS_SERVICE,
  SANDBOXES,
  SESSIONS_SERVICE,
  SETTINGS,
  SIGN_IN_SERVICE,
  SKILLS_SERVICE,
  STORE,
  TEMPLATES_SERVICE,
  TELEMETRY,
  TOKENS_SERVICE,
  USAGE_SERVICE,
  VOLUMES,
  WORKSPACE_TEMPLATES,
  WORKSPACES_SERVICE,
  type ServiceSettings,
} from "./ports/injection.ts";
import { silentLogger, type Logger } from "./ports/logger.ts";
import type { McpOptions } from "./ports/mcp.ts";
import type { ModelProvider } from "./ports/model.ts";
import type { SandboxProvider } from "./ports/sandbox.ts";
import type { Store } from "./ports/store.ts";
import type { VolumeProvider } from "./ports/volume.ts";
import type { Policy } from "./principals/policy.ts";
import type { AgentService } from "./service.ts";
import { ChatService } from "./sessions/chat-service.ts";
import { Interrupter } from "./sessions/interrupter.ts";
import { HeldRuns } from "./sessions/held-runs.ts";
import { LiveFeed } from "./sessions/live-feed.ts";
import { RequestsService } from "./sessions/requests-service.ts";
import { Runner } from "./sessions/runner.ts";
import { SessionAccess } from "./sessions/session-access.ts";
import { SessionFork } from "./sessions/session-fork.ts";
import { SessionLog } from "./sessions/session-log.ts";
import { SessionsService } from "./sessions/sessions-service.ts";
import { TurnRunner } from "./sessions/turn-runner.ts";
import { SignInService } from "./sign-in/sign-in-service.ts";
import { openTelemetry, type TelemetryOptions } from "./telemetry/open-telemetry.ts";
import { ServiceMetrics } from "./telemetry/service-metrics.ts";
import { TurnTraces } from "./telemetry/turn-traces.ts";
import { TokensService } from "./tokens/tokens-service.ts";
import { McpServers } from "./agent/mcp/mcp-servers.ts";
import { Subagents } from "./agent/subagents/subagents.ts";
import { TurnPreparer } from "./agent/turn-preparer.ts";
import { UsageService } from "./usage/usage-service.ts";
import { BackgroundProcesses } from "./agent/background/background-processes.ts";
import { ImageStore } from "./images/image-store.ts";
import { VERSION } from "./version.ts";
import { SecretBox } from "./workspaces/secret-box.ts";
import { ConfigCheck } from "./workspaces/config-check.ts";
import { WorkspaceAccess } from "./workspaces/workspace-access.ts";
import { WorkspaceCreation } from "./workspaces/workspace-creation.ts";
import { WorkspacePlace } from "./workspaces/workspace-place.ts";
import { WorkspaceRemoval } from "./workspaces/workspace-removal.ts";
import { WorkspacesService } from "./workspaces/workspaces-service.ts";

/** Puts another implementation in the place of a service or port. */
export type Override<T = unknown> = readonly [
  token: InjectionToken<T>,
  provider:
    { readonly useValue: T } | { readonly useFactory: (resolve: <S>(token: InjectionToken<S>) => S) => T },
];

export interface AgentServiceOptions {
  readonly store: Store;
  readonly volumes: VolumeProvider;
  readonly sandbox: SandboxProvider;
  readonly models: ModelProvider;
  readonly policy?: Policy;
  /** What models cost. Default: `LIST_PRICES`, the providers' list prices at this version. A model without a price has no cost, and no limit of it. */
  readonly prices?: Prices;
  /** Beside the built-in tools; one of the same name takes the place of a built-in. */
  readonly tools?: readonly Tool[];
  /** MCP servers, whose tools agents use like their own. Absent: a config can name none. */
  readonly mcp?: McpOptions;
  /** Spans of turns, steps and calls of tools. Default: those of the tracer that is registered with `@opentelemetry/api`, without what was said. */
  readonly telemetry?: TelemetryOptions;
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** Encrypts secrets at rest: at least 16 characters, the same on all instances of a store. Absent: one of this process, so that stored secrets are lost with it. */
  readonly secretKey?: string;
  /** Whom a password or one-time code signs in. Default: tenant `default`, user `admin`, no password. */
  readonly signIn?: { readonly tenant?: string; readonly userId?: string; readonly password?: string | null };
  /** Turns that this instance runs at once. Default 64. */
  readonly maxRunningTurns?: number;
  /** Turns that may wait in one session. Default 64. */
  readonly maxQueuedTurns?: number;
  /** How long a person may take to answer a request of the agent, in milliseconds; then it counts as denied. Default: a day. */
  readonly requestTtlMs?: number;
  /** For each principal, across all instances of the store. Default: 60,000 `writes` and 6,000 `turns` a minute; null: no limit. */
  readonly rateLimits?: Partial<RateLimits>;
  /** In [0, 1): spreads retries. Default `Math.random`. */
  readonly random?: () => number;
  readonly overrides?: readonly Override[];
}

const DEFAULT_RUNNING_TURNS = 64;
const DEFAULT_QUEUED_TURNS = 64;
const DEFAULT_REQUEST_TTL_MS = 86_400_000;
const DEFAULT_GRACE_MS = 8_000;
const MIN_KEY_LENGTH = 16;

/** Each made once for each service, when it is first needed. */
const SINGLETONS = [
  LiveFeed,
  SessionLog,
  WorkspaceAccess,
  WorkspacePlace,
  SessionAccess,
  SessionBaselines,
  ChangesService,
  SessionFork,
  RequestsService,
  CostLimits,
  ServiceMetrics,
  TurnTraces,
  ConfigCheck,
  WorkspaceCreation,
  Idempotency,
  ImageStore,
  BackgroundProcesses,
  McpServers,
  TurnPreparer,
  HeldRuns,
  Subagents,
  TurnRunner,
  Runner,
  Interrupter,
  WorkspaceRemoval,
  WorkspacesService,
  ChatService,
  SessionsService,
  FilesService,
  PromptsService,
  TemplatesService,
  LibraryTemplates,
  SealedSkills,
  AttachedSkills,
  SkillsService,
  TokensService,
  SignInService,
  LimitsService,
  UsageService,
  SandboxReadiness,
  InstanceService,
  Maintenance,
] as const;

function toSettings(options: AgentServiceOptions): ServiceSettings {
  const { secretKey = crypto.randomUUID() } = options;
  if (secretKey.length < MIN_KEY_LENGTH)
    throw new Error(`secretKey needs at least ${MIN_KEY_LENGTH} characters.`);
  const own = options.tools ?? [];
  const replaced = new Set(own.map((tool) => tool.name));
  return {
    version: VERSION,
    maxRunningTurns: options.maxRunningTurns ?? DEFAULT_RUNNING_TURNS,
    maxQueuedTurns: options.maxQueuedTurns ?? DEFAULT_QUEUED_TURNS,
    requestTtlMs: options.requestTtlMs ?? DEFAULT_REQUEST_TTL_MS,
    policy: options.policy ?? {},
    prices: priceLookup(options.prices),
    rateLimits: toRateLimits(options.rateLimits),
    tools: [...builtInTools.filter((tool) => !replaced.has(tool.name)), ...own],
    mcp: options.mcp ?? null,
    secrets: new SecretBox(secretKey),
    signIn: {
      tenant: options.signIn?.tenant ?? "default",
      userId: options.signIn?.userId ?? "admin",
      password: options.signIn?.password ?? null,
    },
    random: options.random ?? Math.random,
  };
}

function wire(options: AgentServiceOptions): DependencyContainer {
  const scope = container.createChildContainer();
  scope.register(STORE, { useValue: options.store });
  scope.register(VOLUMES, { useValue: options.volumes });
  scope.register(SANDBOXES, { useValue: options.sandbox });
  scope.register(MODELS, { useValue: options.models });
  scope.register(CLOCK, { useValue: options.clock ?? systemClock });
  scope.register(LOGGER, { useValue: options.logger ?? silentLogger });
  scope.register(SETTINGS, { useValue: toSettings(options) });
  scope.register(TELEMETRY, { useValue: openTelemetry(options.telemetry) });
  for (const service of SINGLETONS)
    scope.register<unknown>(service, { useClass: service }, { lifecycle: Lifecycle.ContainerScoped });
  scope.register(WORKSPACE_TEMPLATES, { useToken: LibraryTemplates });
  scope.register(PROMPT_SOURCE, { useValue: libraryPrompts });
  scope.register(WORKSPACES_SERVICE, { useToken: WorkspacesService });
  scope.register(CHAT_SERVICE, { useToken: ChatService });
  scope.register(SESSIONS_SERVICE, { useToken: SessionsService });
  scope.register(CHANGES_SERVICE, { useToken: ChangesService });
  scope.register(FILES_SERVICE, { useToken: FilesService });
  scope.register(PROMPTS_SERVICE, { useToken: PromptsService });
  scope.register(TEMPLATES_SERVICE, { useToken: TemplatesService });
  scope.register(SKILLS_SERVICE, { useToken: SkillsService });
  scope.register(TOKENS_SERVICE, { useToken: TokensService });
  scope.register(SIGN_IN_SERVICE, { useToken: SignInService });
  scope.register(LIMITS_SERVICE, { useToken: LimitsService });
  scope.register(USAGE_SERVICE, { useToken: UsageService });
  scope.register(INSTANCE_SERVICE, { useToken: InstanceService });
  for (const [token, provider] of options.overrides ?? []) {
    if ("useValue" in provider) scope.register(token, { useValue: provider.useValue });
    else {
      const { useFactory } = provider;
      scope.register(token, { useFactory: (resolver) => useFactory((wanted) => resolver.resolve(wanted)) });
    }
  }
  return scope;
}

/** Wires one service from its ports. Several may live side by side in one process. Nothing runs before `start`. */
export function createAgentService(options: AgentServiceOptions): AgentService {
  const scope = wire(options);
  const runner = scope.resolve(Runner);
  const maintenance = scope.resolve(Maintenance);
  const readiness = scope.resolve(SandboxReadiness);
  return {
    workspaces: scope.resolve(WORKSPACES_SERVICE),
    chat: scope.resolve(CHAT_SERVICE),
    sessions: scope.resolve(SESSIONS_SERVICE),
    files: scope.resolve(FILES_SERVICE),
    changes: scope.resolve(CHANGES_SERVICE),
    prompts: scope.resolve(PROMPTS_SERVICE),
    templates: scope.resolve(TEMPLATES_SERVICE),
    skills: scope.resolve(SKILLS_SERVICE),
    tokens: scope.resolve(TOKENS_SERVICE),
    signIn: scope.resolve(SIGN_IN_SERVICE),
    limits: scope.resolve(LIMITS_SERVICE),
    usage: scope.resolve(USAGE_SERVICE),
    metrics: scope.resolve(ServiceMetrics),
    instance: scope.resolve(INSTANCE_SERVICE),
    async start() {
      await options.store.start();
      await readiness.start();
      runner.start();
      maintenance.start();
    },
    async stop({ graceMs = DEFAULT_GRACE_MS } = {}) {
      await runner.stop(graceMs);
      await maintenance.stop();
      await scope.resolve(McpServers).close();
      await options.sandbox.close();
      await options.volumes.close();
      await options.store.close();
    },
  };
}
