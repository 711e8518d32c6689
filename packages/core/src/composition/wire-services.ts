import { AuditLog } from "../audit/audit-log.ts";
import { ChangesService } from "../changes/changes-service.ts";
import { SessionBaselines } from "../changes/session-baselines.ts";
import { container, Lifecycle, type DependencyContainer } from "../di.ts";
import { FilesService } from "../files/files-service.ts";
import { Idempotency } from "../idempotency/idempotency.ts";
import { HostDisk } from "../instance/host-disk.ts";
import { HostReadiness } from "../instance/host-readiness.ts";
import { InstanceService } from "../instance/instance-service.ts";
import { LivingInstances } from "../instance/living-instances.ts";
import { SandboxReadiness } from "../instance/sandbox-readiness.ts";
import { Maintenance } from "../workspaces/maintenance.ts";
import { LimitsService } from "../limits/limits-service.ts";
import { libraryPrompts } from "../library/prompts/library-prompts.ts";
import { PromptsService } from "../library/prompts/prompts-service.ts";
import { AttachedSkills } from "../library/skills/attached-skills.ts";
import { SealedSkills } from "../library/skills/sealed-skills.ts";
import { SkillsService } from "../library/skills/skills-service.ts";
import { LibraryTemplates } from "../library/templates/library-templates.ts";
import { TemplatesService } from "../library/templates/templates-service.ts";
import { CostLimits } from "../config/cost-limits.ts";
import type { Clock } from "../ports/clock.ts";
import {
  CLOCK,
  LOGGER,
  MODELS,
  PROMPT_SOURCE,
  SANDBOXES,
  SETTINGS,
  STORE,
  TELEMETRY,
  VOLUMES,
  WORKSPACE_TEMPLATES,
} from "../ports/injection.ts";
import {
  AUDIT_SERVICE,
  CHANGES_SERVICE,
  CHAT_SERVICE,
  FILES_SERVICE,
  IMAGES_SERVICE,
  INSTANCE_SERVICE,
  LIMITS_SERVICE,
  OUTPUTS_SERVICE,
  PROMPTS_SERVICE,
  SESSIONS_SERVICE,
  SIGN_IN_SERVICE,
  SKILLS_SERVICE,
  TEMPLATES_SERVICE,
  TOKENS_SERVICE,
  USAGE_SERVICE,
  WEBHOOKS_SERVICE,
  WORKSPACES_SERVICE,
} from "./service-tokens.ts";
import { silentLogger } from "../ports/logger.ts";
import { ChatService } from "../sessions/chat-service.ts";
import { Interrupter } from "../sessions/interrupter.ts";
import { CrashRecovery } from "../sessions/crash-recovery.ts";
import { HeldRuns } from "../sessions/held-runs.ts";
import { LocalFeed } from "../sessions/local-feed.ts";
import { LiveFeed } from "../sessions/live-feed.ts";
import { PeerInstances } from "../sessions/cluster/peer-instances.ts";
import { RequestsService } from "../sessions/requests-service.ts";
import { Runner } from "../sessions/runner.ts";
import { SessionAccess } from "../access/session-access.ts";
import { SessionFork } from "../sessions/session-fork.ts";
import { SessionLog } from "../sessions/session-log.ts";
import { SessionProcesses } from "../sessions/session-processes.ts";
import { SessionsService } from "../sessions/sessions-service.ts";
import { TurnRunner } from "../agent/turn-runner.ts";
import { SignInService } from "../sign-in/sign-in-service.ts";
import { openTelemetry } from "../telemetry/open-telemetry.ts";
import { ServiceMetrics } from "../telemetry/service-metrics.ts";
import { TurnTraces } from "../agent/trace/turn-traces.ts";
import { TokensService } from "../tokens/tokens-service.ts";
import { McpServers } from "../agent/mcp/mcp-servers.ts";
import { Subagents } from "../agent/subagents/subagents.ts";
import { Redaction } from "../redaction/redact.ts";
import { TurnPreparer } from "../agent/turn-preparer.ts";
import { UsageService } from "../usage/usage-service.ts";
import { BackgroundBinding } from "../background/background-binding.ts";
import { BackgroundProcesses } from "../background/background-processes.ts";
import { ImageStore } from "../images/image-store.ts";
import { ImagesService } from "../images/images-service.ts";
import { OutputsService } from "../outputs/outputs-service.ts";
import { DeliveryRunner } from "../webhooks/delivery-runner.ts";
import { WebhookOutbox } from "../webhooks/webhook-outbox.ts";
import { WebhooksService } from "../webhooks/webhooks-service.ts";
import { ConfigCheck } from "../config/config-check.ts";
import { WorkspaceAccess } from "../access/workspace-access.ts";
import { WorkspaceCreation } from "../workspaces/workspace-creation.ts";
import { WorkspacePlace } from "../workspaces/workspace-place.ts";
import { WorkspaceRemoval } from "../workspaces/workspace-removal.ts";
import { WorkspacesService } from "../workspaces/workspaces-service.ts";
import { AgentActivity } from "../agent/agent-activity.ts";
import { AGENT_SETTINGS } from "../agent/agent-settings.ts";
import { Shutdown } from "../instance/shutdown.ts";
import { TURN_EXECUTOR } from "../sessions/turn-executor.ts";
import { RemovalNotices } from "../workspaces/removal-notices.ts";
import { WORKSPACE_ACTIVITY } from "../workspaces/workspace-activity.ts";
import { toAgentSettings, toSettings, type AgentServiceOptions } from "./agent-service-options.ts";

/** Each made once for each service, when it is first needed. */
const SINGLETONS = [
  Shutdown,
  RemovalNotices,
  AgentActivity,
  LivingInstances,
  LocalFeed,
  LiveFeed,
  PeerInstances,
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
  BackgroundBinding,
  ImagesService,
  OutputsService,
  BackgroundProcesses,
  McpServers,
  Redaction,
  TurnPreparer,
  HeldRuns,
  CrashRecovery,
  SessionProcesses,
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
  AuditLog,
  TokensService,
  SignInService,
  LimitsService,
  UsageService,
  WebhookOutbox,
  WebhooksService,
  DeliveryRunner,
  SandboxReadiness,
  HostDisk,
  HostReadiness,
  InstanceService,
  Maintenance,
] as const;

/** A container in which every service can be resolved; an override takes the place of what it names. */
export function wireServices(options: AgentServiceOptions, clock: Clock): DependencyContainer {
  const scope = container.createChildContainer();
  scope.register(STORE, { useValue: options.store });
  scope.register(VOLUMES, { useValue: options.volumes });
  scope.register(SANDBOXES, { useValue: options.sandbox });
  scope.register(MODELS, { useValue: options.models });
  scope.register(CLOCK, { useValue: clock });
  scope.register(LOGGER, { useValue: options.logger ?? silentLogger });
  scope.register(SETTINGS, { useValue: toSettings(options) });
  scope.register(TELEMETRY, { useValue: openTelemetry(options.telemetry) });
  for (const service of SINGLETONS)
    scope.register<unknown>(service, { useClass: service }, { lifecycle: Lifecycle.ContainerScoped });
  scope.register(AGENT_SETTINGS, { useValue: toAgentSettings(options) });
  scope.register(TURN_EXECUTOR, { useToken: TurnRunner });
  scope.register(WORKSPACE_ACTIVITY, { useToken: AgentActivity });
  scope.register(WORKSPACE_TEMPLATES, { useToken: LibraryTemplates });
  scope.register(PROMPT_SOURCE, { useValue: libraryPrompts });
  scope.register(WORKSPACES_SERVICE, { useToken: WorkspacesService });
  scope.register(CHAT_SERVICE, { useToken: ChatService });
  scope.register(SESSIONS_SERVICE, { useToken: SessionsService });
  scope.register(CHANGES_SERVICE, { useToken: ChangesService });
  scope.register(IMAGES_SERVICE, { useToken: ImagesService });
  scope.register(OUTPUTS_SERVICE, { useToken: OutputsService });
  scope.register(FILES_SERVICE, { useToken: FilesService });
  scope.register(PROMPTS_SERVICE, { useToken: PromptsService });
  scope.register(TEMPLATES_SERVICE, { useToken: TemplatesService });
  scope.register(SKILLS_SERVICE, { useToken: SkillsService });
  scope.register(TOKENS_SERVICE, { useToken: TokensService });
  scope.register(SIGN_IN_SERVICE, { useToken: SignInService });
  scope.register(LIMITS_SERVICE, { useToken: LimitsService });
  scope.register(USAGE_SERVICE, { useToken: UsageService });
  scope.register(AUDIT_SERVICE, { useToken: AuditLog });
  scope.register(WEBHOOKS_SERVICE, { useToken: WebhooksService });
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
