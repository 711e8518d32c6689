export { fromBase64, toBase64 } from "./base64.ts";
export { DomainError, type DomainErrorOptions, type FieldError } from "./errors/domain-error.ts";
export { sandboxLost, sandboxLossOf, type SandboxLoss } from "./ports/sandbox-loss.ts";
export { hostFailure } from "./errors/host-failure.ts";
export { toPointer } from "./errors/pointer.ts";
export { ERROR_CODES, type ErrorCode, type ErrorCodeEntry } from "./errors/codes.ts";
export type { CreateOptions } from "./idempotency/idempotency.ts";
export { newId, type IdPrefix } from "./ids.ts";
export type { JsonSchema, JsonValue } from "./json.ts";
export { DEFAULT_PAGE, MAX_PAGE, type Page, type PageRequest } from "./paging.ts";
export { detailOf } from "./validation/field-errors.ts";
export { validateBody } from "./validation/validate-body.ts";
export { LabelsSchema, TimestampSchema, toTimestamp } from "./wire.ts";

export * from "./limits/rate-limit.ts";

export * from "./ports/clock.ts";
export * from "./ports/library-store.ts";
export * from "./ports/logger.ts";
export * from "./ports/mcp.ts";
export * from "./ports/model.ts";
export * from "./ports/network-description.ts";
export * from "./ports/sandbox.ts";
export * from "./ports/background-store.ts";
export * from "./ports/container-store.ts";
export * from "./ports/instance-store.ts";
export * from "./audit/audit-api.ts";
export * from "./audit/audit-entry.ts";
export * from "./ports/audit-store.ts";
export * from "./ports/service-token-store.ts";
export * from "./ports/sign-in-store.ts";
export * from "./ports/steering-store.ts";
export { leaseTime } from "./ports/lease-time.ts";
export * from "./ports/store.ts";
export type * from "./ports/telemetry.ts";
export * from "./ports/usage-store.ts";
export * from "./ports/volume.ts";
export * from "./quota/disk-space.ts";
export { quotaOf } from "./quota/quota-of.ts";
export * from "./ports/volume-baselines.ts";
export * from "./ports/webhook-fetch.ts";
export * from "./ports/webhook-store.ts";

export * from "./principals/principal.ts";
export * from "./principals/scopes.ts";
export * from "./workspaces/config.ts";
export * from "./workspaces/workspace.ts";
export type * from "./workspaces/workspace-templates.ts";
export * from "./sessions/chat.ts";
export * from "./sessions/content.ts";
export * from "./sessions/event.ts";
export * from "./sessions/item.ts";
export * from "./sessions/message.ts";
export { ClaimShares } from "./sessions/claim-shares.ts";
export { MAX_ATTEMPTS, mostAttempts, withinRetries, type Retries } from "./sessions/crash-recovery.ts";
export { claimableWhileWaiting } from "./sessions/claimable-while-waiting.ts";
export * from "./sessions/request.ts";
export * from "./sessions/session.ts";
export * from "./sessions/turn.ts";
export * from "./changes/changes.ts";
export * from "./files/file-entry.ts";
export * from "./files/path.ts";
export * from "./files/sealed-key.ts";
export * from "./archives/index.ts";
export type { UnpackLimits } from "./files/unpack-archive.ts";
export { EntryCollector } from "./files/entry-collector.ts";
export { byteRange } from "./files/byte-range.ts";
export { withErrors } from "./files/with-errors.ts";
export * from "./library/bulk/bulk.ts";
export type * from "./library/library-api.ts";
export * from "./library/library-file.ts";
export { LibraryNameSchema, VersionSchema } from "./library/library-name.ts";
export { fillPrompt } from "./library/prompts/placeholders.ts";
export * from "./library/prompts/prompt.ts";
export { libraryEtag } from "./library/shelf/shelf-record.ts";
export * from "./library/skills/skill.ts";
export type * from "./library/skills/skills-api.ts";
export type * from "./images/images-api.ts";
export type * from "./outputs/outputs-api.ts";
export type * from "./sign-in/sign-in-api.ts";
export * from "./library/templates/template.ts";
export * from "./tokens/service-token.ts";
export * from "./usage/usage.ts";
export * from "./webhooks/delivery.ts";
export * from "./webhooks/webhook.ts";
export * from "./webhooks/webhook-message.ts";
export type * from "./webhooks/webhooks-api.ts";
export { NANO_USD } from "./models/prices/usd.ts";
export { activeTraceparent } from "./telemetry/active-traceparent.ts";
export { openTelemetry, type TelemetryOptions } from "./telemetry/open-telemetry.ts";
export { LIST_PRICES } from "./models/prices/list-prices.ts";
export type { ModelPrices, Prices, TokenPrices } from "./models/prices/model-prices.ts";
export * from "./service.ts";

export { createAgentService } from "./create-agent-service.ts";
export type { AgentServiceOptions, Override } from "./agent-service-options.ts";
export { defineTool, type Tool, type ToolContext, type ToolOutcome } from "./agent/tool.ts";
export type { AgentHooks, HookedCall, HookedTurn } from "./agent/hooks.ts";
export type { AgentFiles } from "./agent/agent-files.ts";
export type { Policy } from "./principals/policy.ts";
export { REHEARSAL, rehearsalModel, rehearsalModels } from "./models/rehearsal.ts";
export type { PromptSource } from "./sessions/prompt-source.ts";
export { toPrompt } from "./sessions/prompt-builder.ts";
export {
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
  SANDBOXES,
  PROMPTS_SERVICE,
  SESSIONS_SERVICE,
  SIGN_IN_SERVICE,
  SKILLS_SERVICE,
  STORE,
  TEMPLATES_SERVICE,
  TELEMETRY,
  TOKENS_SERVICE,
  USAGE_SERVICE,
  VOLUMES,
  AUDIT_SERVICE,
  WEBHOOKS_SERVICE,
  WORKSPACE_TEMPLATES,
  WORKSPACES_SERVICE,
} from "./ports/injection.ts";
export { VERSION } from "./version.ts";
