export { fromBase64, toBase64 } from "./runtime/base64.ts";
export { DomainError, type DomainErrorOptions, type FieldError } from "./domain/errors/domain-error.ts";
export { sandboxLost, sandboxLossOf, type SandboxLoss } from "./ports/sandbox-loss.ts";
export { hostFailure } from "./domain/errors/host-failure.ts";
export { toPointer } from "./domain/errors/pointer.ts";
export { ERROR_CODES, type ErrorCode, type ErrorCodeEntry } from "./domain/errors/codes.ts";
export type { CreateOptions } from "./idempotency/idempotency.ts";
export { newId, type IdPrefix } from "./domain/ids.ts";
export type { JsonSchema, JsonValue } from "./runtime/json.ts";
export { DEFAULT_PAGE, MAX_PAGE, type Page, type PageRequest } from "./domain/paging.ts";
export { detailOf } from "./domain/validation/field-errors.ts";
export { validateBody } from "./domain/validation/validate-body.ts";
export { LabelsSchema, TimestampSchema, toTimestamp } from "./domain/wire.ts";

export * from "./domain/limits/rate-limit.ts";

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
export * from "./domain/audit/audit-entry.ts";
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

export * from "./domain/principals/principal.ts";
export * from "./domain/principals/scopes.ts";
export * from "./domain/workspaces/config.ts";
export * from "./domain/workspaces/workspace.ts";
export type * from "./ports/workspace-templates.ts";
export * from "./domain/sessions/chat.ts";
export * from "./domain/sessions/content.ts";
export * from "./domain/sessions/event.ts";
export * from "./domain/sessions/item.ts";
export * from "./domain/sessions/message.ts";
export { ClaimShares } from "./sessions/claim-shares.ts";
export { MAX_ATTEMPTS, mostAttempts, withinRetries, type Retries } from "./domain/sessions/retries.ts";
export { claimableWhileWaiting } from "./domain/sessions/claimable-while-waiting.ts";
export * from "./domain/sessions/request.ts";
export * from "./domain/sessions/session.ts";
export * from "./domain/sessions/turn.ts";
export * from "./domain/changes/changes.ts";
export * from "./domain/files/file-entry.ts";
export * from "./domain/files/path.ts";
export * from "./domain/files/sealed-key.ts";
export * from "./archives/index.ts";
export type { UnpackLimits } from "./files/unpack-archive.ts";
export { EntryCollector } from "./files/entry-collector.ts";
export { byteRange } from "./files/byte-range.ts";
export { withErrors } from "@workspace-agent/archives";
export * from "./domain/library/bulk.ts";
export type * from "./library/library-api.ts";
export * from "./domain/library/library-file.ts";
export { LibraryNameSchema, VersionSchema } from "./domain/validation/library-name.ts";
export { fillPrompt } from "./domain/library/placeholders.ts";
export * from "./domain/library/prompt.ts";
export { libraryEtag } from "./library/shelf/shelf-record.ts";
export * from "./domain/library/skill.ts";
export type * from "./library/skills/skills-api.ts";
export type * from "./images/images-api.ts";
export type * from "./outputs/outputs-api.ts";
export type * from "./sign-in/sign-in-api.ts";
export * from "./domain/library/template.ts";
export * from "./domain/tokens/service-token.ts";
export * from "./domain/usage/usage.ts";
export * from "./domain/webhooks/delivery.ts";
export * from "./domain/webhooks/webhook.ts";
export * from "./domain/webhooks/webhook-message.ts";
export type * from "./webhooks/webhooks-api.ts";
export { NANO_USD } from "./domain/prices/usd.ts";
export { activeTraceparent } from "./telemetry/active-traceparent.ts";
export { openTelemetry, type TelemetryOptions } from "./telemetry/open-telemetry.ts";
export { LIST_PRICES } from "./domain/prices/list-prices.ts";
export type { ModelPrices, Prices, TokenPrices } from "./domain/prices/model-prices.ts";
export * from "./composition/agent-service.ts";
export type { ChangesApi } from "./changes/changes-api.ts";
export type { FilesApi } from "./files/files-api.ts";
export type { InstanceApi } from "./instance/instance-api.ts";
export type { LimitsApi } from "./limits/limits-api.ts";
export * from "./sessions/chat-api.ts";
export * from "./sessions/sessions-api.ts";
export type { MetricsApi } from "./telemetry/metrics-api.ts";
export type { TokensApi } from "./tokens/tokens-api.ts";
export type { UsageApi } from "./usage/usage-api.ts";
export * from "./workspaces/workspaces-api.ts";

export { createAgentService } from "./composition/create-agent-service.ts";
export type { AgentServiceOptions, Override } from "./composition/agent-service-options.ts";
export { defineTool, type Tool, type ToolContext, type ToolOutcome } from "./agent/tool.ts";
export type { AgentHooks, HookedCall, HookedTurn } from "./agent/hooks.ts";
export type { AgentFiles } from "./agent/agent-files.ts";
export type { Policy } from "./ports/policy.ts";
export { REHEARSAL, rehearsalModel, rehearsalModels } from "./models/rehearsal.ts";
export type { PromptSource } from "./ports/prompt-source.ts";
export { toPrompt } from "./agent/prompt/prompt-builder.ts";
export {
  CLOCK,
  LOGGER,
  MODELS,
  PROMPT_SOURCE,
  SANDBOXES,
  STORE,
  TELEMETRY,
  VOLUMES,
  WORKSPACE_TEMPLATES,
} from "./ports/injection.ts";
export { SERVICES } from "./composition/service-tokens.ts";
export { VERSION } from "./version.ts";
