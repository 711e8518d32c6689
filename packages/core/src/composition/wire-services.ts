import { container, instanceCachingFactory, type DependencyContainer, type InjectionToken } from "../di.ts";
import { AGENT_SETTINGS } from "../agent/agent-settings.ts";
import { AgentActivity } from "../agent/agent-activity.ts";
import { TurnRunner } from "../agent/turn-runner.ts";
import { AuditLog } from "../audit/audit-log.ts";
import { BatchesService } from "../batches/batches-service.ts";
import { ChangesService } from "../changes/changes-service.ts";
import { FilesService } from "../files/files-service.ts";
import { ImagesService } from "../images/images-service.ts";
import { InstanceService } from "../instance/instance-service.ts";
import { PromptsService } from "../library/prompts/prompts-service.ts";
import { SkillsService } from "../library/skills/skills-service.ts";
import { LibraryTemplates } from "../library/templates/library-templates.ts";
import { TemplatesService } from "../library/templates/templates-service.ts";
import { LimitsService } from "../limits/limits-service.ts";
import { ModelsService } from "../models/models-service.ts";
import { OutputsService } from "../outputs/outputs-service.ts";
import { SnapshotsService } from "../rewind/snapshots-service.ts";
import { SchedulesService } from "../schedules/schedules-service.ts";
import { ChatService } from "../sessions/chat-service.ts";
import { SessionsService } from "../sessions/sessions-service.ts";
import { SignInService } from "../sign-in/sign-in-service.ts";
import { TokensService } from "../tokens/tokens-service.ts";
import { UsageService } from "../usage/usage-service.ts";
import { WebhooksService } from "../webhooks/webhooks-service.ts";
import { WorkspacesService } from "../workspaces/workspaces-service.ts";
import { libraryPrompts } from "../library/prompts/library-prompts.ts";
import { checkStore } from "../ports/checks/check-store.ts";
import { KNOWN_MODELS, KnownModels } from "../models/known-models.ts";
import { sizedModels } from "../models/sized-models.ts";
import { checkedModels } from "../ports/checks/checked-models.ts";
import { checkedSandboxes } from "../ports/checks/checked-sandboxes.ts";
import { checkedVolumes } from "../ports/checks/checked-volumes.ts";
import type { Clock } from "../ports/clock.ts";
import {
  CLOCK,
  LOGGER,
  MODELS,
  OBJECTS,
  PROMPT_SOURCE,
  SANDBOXES,
  SETTINGS,
  STORE,
  TELEMETRY,
  VOLUMES,
  WORKSPACE_TEMPLATES,
} from "../ports/injection.ts";
import { silentLogger } from "../ports/logger.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import { TURN_EXECUTOR } from "../sessions/run-driver.ts";
import { openTelemetry } from "../telemetry/open-telemetry.ts";
import { WORKSPACE_ACTIVITY } from "../workspaces/workspace-activity.ts";
import { toAgentSettings, toSettings, type AgentServiceOptions } from "./agent-service-options.ts";
import { SERVICES } from "./service-tokens.ts";

/** What implements each token unless an override does. */
const IMPLEMENTATIONS: ReadonlyMap<InjectionToken, InjectionToken> = new Map<InjectionToken, InjectionToken>([
  [SERVICES.workspaces, WorkspacesService],
  [SERVICES.chat, ChatService],
  [SERVICES.sessions, SessionsService],
  [SERVICES.files, FilesService],
  [SERVICES.changes, ChangesService],
  [SERVICES.images, ImagesService],
  [SERVICES.outputs, OutputsService],
  [SERVICES.prompts, PromptsService],
  [SERVICES.templates, TemplatesService],
  [SERVICES.skills, SkillsService],
  [SERVICES.tokens, TokensService],
  [SERVICES.signIn, SignInService],
  [SERVICES.usage, UsageService],
  [SERVICES.audit, AuditLog],
  [SERVICES.schedules, SchedulesService],
  [SERVICES.batches, BatchesService],
  [SERVICES.snapshots, SnapshotsService],
  [SERVICES.webhooks, WebhooksService],
  [SERVICES.limits, LimitsService],
  [SERVICES.models, ModelsService],
  [SERVICES.instance, InstanceService],
  [WORKSPACE_TEMPLATES, LibraryTemplates],
  [TURN_EXECUTOR, TurnRunner],
  [WORKSPACE_ACTIVITY, AgentActivity],
]);

/** Where snapshots are stored; null: nowhere. */
function objectsOf({ objects, volumes, store }: AgentServiceOptions): ObjectStore | null {
  if (objects !== undefined) return objects;
  return (store.snapshots === undefined ? undefined : volumes.objects) ?? null;
}

/** A container in which every service can be resolved; an override replaces what it names. Throws for a port without the methods that it requires. */
export function wireServices(options: AgentServiceOptions, clock: Clock): DependencyContainer {
  checkStore(options.store);
  const scope = container.createChildContainer();
  const known = new KnownModels();
  const values = new Map<InjectionToken, unknown>([
    [KNOWN_MODELS, known],
    [STORE, options.store],
    [VOLUMES, checkedVolumes(options.volumes, clock)],
    [OBJECTS, objectsOf(options)],
    [SANDBOXES, checkedSandboxes(options.sandbox, clock)],
    [MODELS, sizedModels(checkedModels(options.models), known)],
    [CLOCK, clock],
    [LOGGER, options.logger ?? silentLogger],
    [SETTINGS, toSettings(options, known)],
    [AGENT_SETTINGS, toAgentSettings(options)],
    [TELEMETRY, openTelemetry(options.telemetry)],
    [PROMPT_SOURCE, libraryPrompts],
  ]);
  // A value may be null, which `useValue` does not accept.
  for (const [token, value] of values) scope.register(token, { useFactory: () => value });
  for (const [token, useToken] of IMPLEMENTATIONS) scope.register(token, { useToken });
  for (const [token, provider] of options.overrides ?? []) {
    if ("useValue" in provider) {
      scope.register(token, { useValue: provider.useValue });
      continue;
    }
    const implementation = IMPLEMENTATIONS.get(token);
    scope.register(token, {
      useFactory: instanceCachingFactory((resolver) =>
        provider.useFactory(
          (wanted) => resolver.resolve(wanted),
          () => (implementation === undefined ? values.get(token) : resolver.resolve(implementation)),
        ),
      ),
    });
  }
  return scope;
}
