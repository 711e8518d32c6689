import type { AuditApi } from "../audit/audit-api.ts";
import type { ChangesApi } from "../changes/changes-api.ts";
import type { Prompt, PromptInput, PromptReplacement } from "../domain/library/prompt.ts";
import type { Template, TemplateInput, TemplateReplacement } from "../domain/library/template.ts";
import type { FilesApi } from "../files/files-api.ts";
import type { ImagesApi } from "../images/images-api.ts";
import type { InstanceApi } from "../instance/instance-api.ts";
import type { LibraryApi } from "../library/library-api.ts";
import type { SkillsApi } from "../library/skills/skills-api.ts";
import type { LimitsApi } from "../limits/limits-api.ts";
import type { OutputsApi } from "../outputs/outputs-api.ts";
import type { ChatApi } from "../sessions/chat-api.ts";
import type { SessionsApi } from "../sessions/sessions-api.ts";
import type { SignInApi } from "../sign-in/sign-in-api.ts";
import type { MetricsApi } from "../telemetry/metrics-api.ts";
import type { TokensApi } from "../tokens/tokens-api.ts";
import type { UsageApi } from "../usage/usage-api.ts";
import type { WebhooksApi } from "../webhooks/webhooks-api.ts";
import type { WorkspacesApi } from "../workspaces/workspaces-api.ts";

/** The services of one instance. Each method checks that the principal may see what it names (`not_found`); scopes are checked per route, but for those of answers to requests. */
export interface AgentService {
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
  readonly webhooks: WebhooksApi;
  readonly metrics: MetricsApi;
  readonly limits: LimitsApi;
  readonly instance: InstanceApi;
  /** Migrates, probes the sandbox, takes up what a crash left, and begins to run turns. */
  start(): Promise<void>;
  /** Takes no new turns, hands running ones over between two steps (interrupting none), releases whoever reads or waits, and releases everything. Resolves within `graceMs` (default 8000). */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}
