/** The schemas of requests and answers of the REST API, with their types. */
export {
  AUDIT_ACTIONS,
  type AuditAction,
  AuditActionSchema,
  type AuditEntry,
  AuditEntrySchema,
  FIRST_PREVIOUS,
} from "./domain/audit/audit-entry.ts";
export {
  type ChangedFile,
  ChangedFileSchema,
  type Changes,
  ChangesSchema,
} from "./domain/changes/changes.ts";
export { ERROR_CODES, type ErrorCode, type ErrorCodeEntry } from "./domain/errors/codes.ts";
export { DomainError, type DomainErrorOptions, type FieldError } from "./domain/errors/domain-error.ts";
export {
  type DirectoryListing,
  DirectoryListingSchema,
  type FileEntry,
  FileEntrySchema,
  type Move,
  type MoveInput,
  MoveSchema,
  type Unpacked,
  UnpackedSchema,
  type VolumeName,
  type WrittenFile,
  WrittenFileSchema,
} from "./domain/files/file-entry.ts";
export type { DirectoryQueryInput } from "./domain/files/file-query.ts";
export { VOLUME_PATH } from "./domain/files/path.ts";
export * from "./domain/files/working-copy.ts";
export type { IdPrefix } from "./domain/ids.ts";
export {
  BulkDeleteSchema,
  type BulkError,
  BulkErrorSchema,
  type BulkInputOptions,
  type BulkLine,
  type BulkOptions,
  type BulkReport,
  type BulkResult,
  BulkResultSchema,
  BulkStatusSchema,
  type BulkSummary,
  BulkSummarySchema,
} from "./domain/library/bulk.ts";
export { type LibraryQuery, type Rollback, RollbackSchema } from "./domain/library/library-query.ts";
export { type LibraryFile, LibraryFileSchema } from "./domain/library/library-file.ts";
export {
  type Prompt,
  type PromptInput,
  PromptInputSchema,
  type PromptReplacement,
  PromptReplacementSchema,
  PromptSchema,
} from "./domain/library/prompt.ts";
export {
  MAX_SKILL_BYTES,
  MAX_SKILL_FILES,
  type Skill,
  SKILL_FILE,
  type SkillContent,
  type SkillFile,
  SkillFileSchema,
  type SkillInput,
  SkillInputSchema,
  SkillSchema,
} from "./domain/library/skill.ts";
export {
  MAX_TEMPLATE_BYTES,
  MAX_TEMPLATE_FILES,
  type Template,
  type TemplateInput,
  TemplateInputSchema,
  type TemplateReplacement,
  TemplateReplacementSchema,
  TemplateSchema,
} from "./domain/library/template.ts";
export {
  DEFAULT_RATE_LIMITS,
  type RateLimit,
  type RateLimitName,
  type RateLimits,
  type RateLimitState,
} from "./domain/limits/rate-limit.ts";
export { DEFAULT_PAGE, MAX_PAGE, type Page, type PageRequest } from "./domain/paging.ts";
export { type ListedModel, ListedModelSchema } from "./domain/models/listed-model.ts";
export { LIST_PRICES } from "./domain/models/built-in-models.ts";
export type { ModelPrices, Prices, TokenPrices } from "./domain/prices/model-prices.ts";
export { NANO_USD } from "./domain/prices/usd.ts";
export { type Actor, ActorSchema } from "./domain/principals/actor.ts";
export type { OperationAccess, Principal, RequiredScope } from "./domain/principals/principal.ts";
export { type Scope, SCOPES, ScopeSchema } from "./domain/principals/scopes.ts";
export { type SignInCredential, SignInSchema } from "./domain/principals/sign-in.ts";
export * from "./domain/batches/batch.ts";
export * from "./domain/batches/batch-item.ts";
export * from "./domain/schedules/preview.ts";
export * from "./domain/schedules/schedule.ts";
export * from "./domain/schedules/schedule-run.ts";
export * from "./domain/snapshots/snapshot.ts";
export {
  type AcceptedTurn,
  AcceptedTurnSchema,
  type Chat,
  type ChatInput,
  type ChatMode,
  ChatModeSchema,
  ChatPromptSchema,
  ChatSchema,
  UpdateTurnSchema,
  MAX_MESSAGE_BYTES,
  type TurnAddress,
  type TurnResult,
  TurnResultSchema,
} from "./domain/sessions/chat.ts";
export {
  type ContentPart,
  ContentPartSchema,
  ImagePartSchema,
  AttachmentPartSchema,
  ReasoningPartSchema,
  TextPartSchema,
  type ToolCallPart,
  ToolCallPartSchema,
  type ToolResultPart,
  ToolResultPartSchema,
} from "./domain/sessions/content.ts";
export {
  ContextCompactedSchema,
  type EventDraft,
  ItemCompletedSchema,
  type ItemDelta,
  ItemDeltaSchema,
  ItemStartedSchema,
  type Piece,
  RequestOpenedSchema,
  RequestResolvedSchema,
  type SessionEvent,
  SessionEventSchema,
  SessionRewindingSchema,
  SessionRewoundSchema,
  FilesRolledBackSchema,
  SessionStartedSchema,
  type StepUsage,
  StepUsageSchema,
  type TurnEndedDraft,
  TurnEndedSchema,
  TurnQueuedSchema,
  TurnRetryingSchema,
  TurnStartedSchema,
} from "./domain/sessions/event.ts";
export { type Item, ItemKindSchema, ItemSchema, RoleSchema } from "./domain/sessions/item.ts";
export { type Message, MessageSchema } from "./domain/sessions/message.ts";
export {
  type AnswerRequest,
  AnswerRequestSchema,
  ApprovalDecisionSchema,
  type PendingRequest,
  PendingRequestSchema,
  type Question,
  QuestionAnswersSchema,
  ToolCallErrorSchema,
  ToolCallOutputSchema,
  QuestionSchema,
  type ReplacedFile,
  ReplacedFileSchema,
  type RequestAnswers,
  RequestAnswersSchema,
  type RequestOutcome,
  RequestOutcomeSchema,
  type RequestSubject,
  RequestSubjectSchema,
  type ResolvedRequest,
  ResolvedRequestSchema,
} from "./domain/sessions/request.ts";
export * from "./domain/sessions/output.ts";
export { MAX_ATTEMPTS, type Retries } from "./domain/sessions/retries.ts";
export type { LogQuery } from "./domain/sessions/session-query.ts";
export { type ExportLine, ExportLineSchema } from "./domain/sessions/session-export.ts";
export {
  type ClaimedSession,
  type ForkSession,
  ForkSessionSchema,
  type Lease,
  type Session,
  type SessionRecord,
  SessionSchema,
  type SessionState,
  type SessionStatus,
  SessionStatusSchema,
  type UpdateSession,
  UpdateSessionSchema,
} from "./domain/sessions/session.ts";
export {
  completeTurn,
  type Source,
  SourceSchema,
  STOP_REASONS,
  type StopReason,
  StopReasonSchema,
  type Turn,
  type TurnError,
  TurnErrorSchema,
  type TurnRecord,
  TurnSchema,
  type TurnStats,
  TurnStatsSchema,
  type TurnStatus,
  TurnStatusSchema,
  type TurnSubagents,
} from "./domain/sessions/turn.ts";
export * from "./domain/tokens/service-token.ts";
export {
  type Usage,
  UsageByDaySchema,
  UsageByModelSchema,
  type UsageRow,
  UsageSchema,
} from "./domain/usage/usage.ts";
export { LibraryNameSchema, VersionSchema } from "./domain/validation/library-name.ts";
export {
  type DeliveryRecord,
  type DeliveryStatus,
  DeliveryStatusSchema,
  type WebhookDelivery,
  WebhookDeliverySchema,
} from "./domain/webhooks/delivery.ts";
export * from "./domain/webhooks/webhook-message.ts";
export {
  type CreatedWebhook,
  CreatedWebhookSchema,
  type CreateWebhook,
  CreateWebhookSchema,
  type DisabledReason,
  DisabledReasonSchema,
  type RotatedWebhookSecret,
  RotatedWebhookSecretSchema,
  type RotateWebhookSecret,
  RotateWebhookSecretSchema,
  type SealedSecret,
  type UpdateWebhook,
  UpdateWebhookSchema,
  type Webhook,
  type WebhookEventType,
  WebhookEventTypeSchema,
  type WebhookRecord,
  WebhookSchema,
} from "./domain/webhooks/webhook.ts";
export { LabelsSchema, type Metadata, MetadataSchema, type Pair, TimestampSchema } from "./domain/wire.ts";
export { type CallerTool, CallerToolSchema } from "./domain/workspaces/caller-tool.ts";
export {
  AfsConfigSchema,
  type Config,
  type ConfigInput,
  ConfigInputSchema,
  type ConfigOverlay,
  ConfigOverlaySchema,
  ConfigSchema,
  type Limits,
  type LimitsOverride,
  LimitsOverrideSchema,
  LimitsSchema,
  NetworkSchema,
  PermissionsSchema,
  SandboxConfigSchema,
  type StoredConfig,
  type StoredMcpServer,
  type StoredValue,
  type StoredValues,
} from "./domain/workspaces/config.ts";
export {
  type CreateWorkspace,
  CreateWorkspaceSchema,
  type SaveAsTemplate,
  type SaveAsTemplateInput,
  SaveAsTemplateSchema,
  type UpdateWorkspace,
  UpdateWorkspaceSchema,
  type Workspace,
  WorkspaceNameSchema,
  type WorkspaceRecord,
  WorkspaceSchema,
  type WorkspaceState,
  WorkspaceStateSchema,
  type WorkspaceStatus,
  WorkspaceStatusSchema,
} from "./domain/workspaces/workspace.ts";
export type { WorkspaceQuery } from "./domain/workspaces/workspace-query.ts";
