import { AuditLog } from "./audit/audit-log.ts";
import { ChangesService } from "./changes/changes-service.ts";
import { SessionBaselines } from "./changes/session-baselines.ts";
import { container, Lifecycle, type DependencyContainer } from "./di.ts";
import { FilesService } from "./files/files-service.ts";
import { Idempotency } from "./idempotency/idempotency.ts";
import { HostDisk } from "./instance/host-disk.ts";
import { HostReadiness } from "./instance/host-readiness.ts";
import { InstanceService } from "./instance/instance-service.ts";
import { LivingInstances } from "./instance/living-instances.ts";
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
import type { Clock } from "./ports/clock.ts";
import {
  AUDIT_SERVICE,
  CHANGES_SERVICE,
  CHAT_SERVICE,
  CLOCK,
  FILES_SERVICE,
  IMAGES_SERVICE,
  INSTANCE_SERVICE,
  LIMITS_SERVICE,
  LOGGER,
  MODELS,
  OUTPUTS_SERVICE,
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
  WEBHOOKS_SERVICE,
  VOLUMES,
  WORKSPACE_TEMPLATES,
  WORKSPACES_SERVICE,
} from "./ports/injection.ts";
import { silentLogger } from "./ports/logger.ts";
import { ChatService } from "./sessions/chat-service.ts";
import { Interrupter } from "./sessions/interrupter.ts";
import { CrashRecovery } from "./sessions/crash-recovery.ts";
import { HeldRuns } from "./sessions/held-runs.ts";
import { LiveFeed } from "./sessions/live-feed.ts";
import { OtherInstances } from "./sessions/elsewhere/other-instances.ts";
import { RequestsService } from "./sessions/requests-service.ts";
import { Runner } from "./sessions/runner.ts";
import { SessionAccess } from "./sessions/session-access.ts";
import { SessionFork } from "./sessions/session-fork.ts";
import { SessionLog } from "./sessions/session-log.ts";
import { SessionProcesses } from "./sessions/session-processes.ts";
import { SessionsService } from "./sessions/sessions-service.ts";
import { TurnRunner } from "./sessions/turn-runner.ts";
import { SignInService } from "./sign-in/sign-in-service.ts";
import { openTelemetry } from "./telemetry/open-telemetry.ts";
import { ServiceMetrics } from "./telemetry/service-metrics.ts";
import { TurnTraces } from "./telemetry/turn-traces.ts";
import { TokensService } from "./tokens/tokens-service.ts";
import { McpServers } from "./agent/mcp/mcp-servers.ts";
import { Subagents } from "./agent/subagents/subagents.ts";
import { Redaction } from "./agent/redact.ts";
import { TurnPreparer } from "./agent/turn-preparer.ts";
import { UsageService } from "./usage/usage-service.ts";
import { BackgroundBinding } from "./agent/background/background-binding.ts";
import { BackgroundProcesses } from "./agent/background/background-processes.ts";
import { ImageStore } from "./images/image-store.ts";
import { ImagesService } from "./images/images-service.ts";
import { OutputsService } from "./outputs/outputs-service.ts";
import { DeliveryRunner } from "./webhooks/delivery-runner.ts";
import { WebhookOutbox } from "./webhooks/webhook-outbox.ts";
import { WebhooksService } from "./webhooks/webhooks-service.ts";
import { ConfigCheck } from "./workspaces/config-check.ts";
import { WorkspaceAccess } from "./workspaces/workspace-access.ts";
import { WorkspaceCreation } from "./workspaces/workspace-creation.ts";
import { WorkspacePlace } from "./workspaces/workspace-place.ts";
import { WorkspaceRemoval } from "./workspaces/workspace-removal.ts";
import { WorkspacesService } from "./workspaces/workspaces-service.ts";
import { toSettings, type AgentServiceOptions } from "./agent-service-options.ts";

/** Each made once for each service, when it is first needed. */
const SINGLETONS = [
  LivingInstances,
  LiveFeed,
  OtherInstances,
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
