import type { AuditApi } from "../audit/audit-api.ts";
import type { BatchesApi } from "../batches/batches-api.ts";
import type { ChangesApi } from "../changes/changes-api.ts";
import type { Prompt, PromptInput, PromptReplacement } from "../domain/library/prompt.ts";
import type { Template, TemplateInput, TemplateReplacement } from "../domain/library/template.ts";
import type { Bound } from "../domain/operations/operation.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { FilesApi } from "../files/files-api.ts";
import type { ImagesApi } from "../images/images-api.ts";
import type { InstanceApi } from "../instance/instance-api.ts";
import type { LibraryApi } from "../library/library-api.ts";
import type { SkillsApi } from "../library/skills/skills-api.ts";
import type { LimitsApi } from "../limits/limits-api.ts";
import type { ModelsApi } from "../models/models-api.ts";
import type { OutputsApi } from "../outputs/outputs-api.ts";
import type { SnapshotsApi } from "../rewind/snapshots-api.ts";
import type { SchedulesApi } from "../schedules/schedules-api.ts";
import type { EventsApi } from "../sessions/events-api.ts";
import type { ChatApi } from "../sessions/chat-api.ts";
import type { SessionsApi } from "../sessions/sessions-api.ts";
import type { SignInApi } from "../sign-in/sign-in-api.ts";
import type { MetricsApi } from "../telemetry/metrics-api.ts";
import type { TokensApi } from "../tokens/tokens-api.ts";
import type { UsageApi } from "../usage/usage-api.ts";
import type { WebhooksApi } from "../webhooks/webhooks-api.ts";
import type { WorkspacesApi } from "../workspaces/workspaces-api.ts";

/**
 * The services that check their callers. Each method that takes a principal checks, in this order: its scope (`insufficient_scope`,
 * `user_only`), that it may access what it names (`not_found`), and the other arguments (`invalid_request`). These are the checks of
 * the REST API. Arguments may leave out what has a default.
 */
export interface GuardedServices {
  readonly workspaces: WorkspacesApi;
  readonly chat: ChatApi;
  readonly sessions: SessionsApi;
  readonly files: FilesApi;
  readonly changes: ChangesApi;
  readonly images: ImagesApi;
  readonly outputs: OutputsApi;
  /** A principal that is bound to workspaces finds nothing of the library: `not_found`. */
  readonly prompts: LibraryApi<Prompt, PromptInput, PromptReplacement>;
  readonly templates: LibraryApi<Template, TemplateInput, TemplateReplacement>;
  readonly skills: SkillsApi;
  readonly tokens: TokensApi;
  readonly signIn: SignInApi;
  readonly usage: UsageApi;
  readonly audit: AuditApi;
  readonly schedules: SchedulesApi;
  readonly batches: BatchesApi;
  readonly snapshots: SnapshotsApi;
  readonly webhooks: WebhooksApi;
  readonly limits: LimitsApi;
  readonly models: ModelsApi;
}

/** The services with a principal bound: `as(principal).workspaces.create({ name })`. */
export type BoundServices = {
  readonly [Name in Exclude<keyof GuardedServices, "signIn">]: Bound<GuardedServices[Name]>;
};

/** The services of one instance. */
export interface AgentService extends GuardedServices, EventsApi {
  readonly metrics: MetricsApi;
  readonly instance: InstanceApi;
  /** The services for one principal: every method that takes a principal, without it. Cheap enough for every request. */
  as(principal: Principal): BoundServices;
  /** Migrates, probes the sandbox, takes up what a crash left, and begins to run turns. */
  start(): Promise<void>;
  /**
   * Takes no new turns, hands running ones over between two steps, releases who reads or waits, and closes the ports. Waits for running steps
   * for at most `graceMs` (default 8,000), and then stops them; batches that are starting items may take as long again. Rejects with what
   * could not be stopped, after all else has. Another call returns the same promise.
   */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}
