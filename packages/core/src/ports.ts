/** What authors of adapters implement: stores, volumes, sandboxes, models and the others, with their contracts. */
export { hostFailure } from "./domain/errors/host-failure.ts";
export {
  baseName,
  checkVolumePath,
  isInside,
  joinPath,
  parentPath,
  pathSegments,
} from "./domain/files/path.ts";
export { checkSealedKey } from "./domain/files/sealed-key.ts";
export { checkKeyPrefix, checkObjectKey, MAX_KEY_LENGTH } from "./domain/objects/object-key.ts";
export type { NewestFirst } from "./domain/paging.ts";
export { pageLimit } from "./domain/objects/page-limit.ts";
export type { Caller } from "./domain/sessions/caller.ts";
export { byteRange } from "./domain/files/byte-range.ts";
export { EntryCollector } from "./files/entry-collector.ts";
export type { AuditHead, AuditRepository } from "./ports/audit-store.ts";
export { checkCommand } from "./ports/check-command.ts";
export { KILLED, neverStarted } from "./ports/never-started.ts";
export { type Clock, systemClock } from "./ports/clock.ts";
export type {
  BackgroundRecord,
  BackgroundRepository,
  ChangeHint,
  ClusterStore,
  CounterRepository,
  InstanceRepository,
  InterruptRequest,
  LivePlacement,
  SessionPosition,
} from "./ports/cluster-store.ts";
export type { ContainerRecord, ContainerRepository } from "./ports/container-store.ts";
export type { CronProblem, CronTime, CronTimes } from "./ports/cron-times.ts";
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
export type { EventFeedRepository, FeedEntry } from "./ports/event-feed-store.ts";
export { leaseTime } from "./ports/lease-time.ts";
export {
  type BlobRepository,
  type LibraryKind,
  type LibraryRecord,
  type LibraryRepository,
  type LibraryUser,
  type LibraryVersion,
  skillsOfTemplate,
  type StagedLinesRepository,
} from "./ports/library-store.ts";
export type {
  CallOptions,
  GetOptions,
  ListObjectsOptions,
  ObjectContent,
  ObjectInfo,
  ObjectPage,
  ObjectStore,
  PutOptions,
  PutOutcome,
} from "./ports/object-store.ts";
export { ABORTED, orAborted } from "./ports/or-aborted.ts";
export type { CompiledOutput, OutputProblem, OutputSchemas } from "./ports/output-schemas.ts";
export { type Logger, silentLogger } from "./ports/logger.ts";
export type { ModelCatalog } from "./ports/model-catalog.ts";
export type { Capabilities, Figure, KnownModel, Origin } from "./domain/models/known-model.ts";
export { parseModelsDev } from "./domain/models/models-dev.ts";
export {
  type McpConnection,
  type McpConnector,
  type McpContent,
  McpError,
  type McpErrorKind,
  type McpOptions,
  type McpProcess,
  type McpResult,
  type McpTarget,
  type McpTool,
} from "./ports/mcp.ts";
export {
  type FinishReason,
  type Model,
  ModelError,
  type ModelErrorKind,
  type ModelPart,
  type ModelProvider,
  type ModelRequest,
  type PromptMessage,
  type PromptPart,
  type ProviderData,
  type ResultImage,
  type TokenUsage,
  type ToolSpecification,
} from "./ports/model.ts";
export { describeNetwork } from "./ports/network-description.ts";
export type { Policy, PolicyOf, PolicySubject } from "./ports/policy.ts";
export type { PromptSource } from "./ports/prompt-source.ts";
export { type FilesInside, runToEnd, sandboxFiles, type SandboxFiles } from "./ports/sandbox-files.ts";
export { type SandboxLoss, sandboxLossOf, sandboxLost, sandboxUnavailable } from "./ports/sandbox-loss.ts";
export type {
  CommandOptions,
  NetworkAccess,
  NetworkRefusal,
  Sandbox,
  SandboxCapabilities,
  SandboxMount,
  SandboxProcess,
  SandboxProvider,
  SandboxSpec,
  TerminalSize,
} from "./ports/sandbox.ts";
export type { Claimed, DueClaim, DueRows } from "./ports/due-rows.ts";
export type { ScheduleRepository, ScheduleRunRepository } from "./ports/schedule-store.ts";
export type { SessionTreesRepository, SnapshotNeeds, SnapshotRepository } from "./ports/snapshot-store.ts";
export type {
  BatchItemRepository,
  BatchPage,
  BatchRepository,
  ItemsByPosition,
} from "./ports/batch-store.ts";
export type { ServiceTokenRepository } from "./ports/service-token-store.ts";
export type { BrowserSessionRecord, SignInRepository } from "./ports/sign-in-store.ts";
export type { SteeringMessage, SteeringRepository } from "./ports/steering-store.ts";
export type {
  ClaimOptions,
  CompleteRepositories,
  CompleteStore,
  CoreRepositories,
  EventRepository,
  IdempotencyRecord,
  IdempotencyRepository,
  MessageRepository,
  MessageText,
  OldestIdFirst,
  RemovalCondition,
  MessagePage,
  OldestFirst,
  Repositories,
  SessionRepository,
  SharedStore,
  Store,
  StoreLifecycle,
  TurnRepository,
  WorkspaceRepository,
} from "./ports/store.ts";
export { requirePart, type StoreParts } from "./ports/store-parts.ts";
export type { FoundWorkingCopy, WorkingCopyRepository } from "./ports/working-copy-store.ts";
export {
  type SpanAttributes,
  type SpanStart,
  type Telemetry,
  type TelemetrySpan,
} from "./ports/telemetry.ts";
export type { UsageRepository } from "./ports/usage-store.ts";
export type {
  PathSample,
  RestoredSnapshot,
  RestoreOptions,
  TakenSnapshot,
  TakeOptions,
  VolumeSnapshots,
} from "./ports/volume-snapshots.ts";
export {
  type CompleteVolume,
  type CompleteVolumeProvider,
  type ListOptions,
  type ReadOptions,
  type SpooledBody,
  type Staging,
  unlessGone,
  type Volume,
  type VolumeCapabilities,
  type VolumeContent,
  type VolumeEntry,
  type VolumeProvider,
  type VolumeQuota,
  type VolumeUse,
  type WriteOptions,
} from "./ports/volume.ts";
export type { WebhookFetch, WebhookOptions, WebhookRequest } from "./ports/webhook-fetch.ts";
export type { DeliveryClaim, DeliveryRepository, WebhookRepository } from "./ports/webhook-store.ts";
export type {
  NewWorkspaceTemplate,
  TemplateFile,
  WorkspaceTemplate,
  WorkspaceTemplates,
} from "./ports/workspace-templates.ts";
export { encryptedObjects } from "./objects/encrypted-objects.ts";
export { prefixedObjects } from "./objects/prefixed-objects.ts";
export { FixedPieces } from "./runtime/fixed-pieces.ts";
export { cancelUnread, untilSignal } from "./runtime/until-signal.ts";
export { collectBody, streamBytes } from "@workspace-agent/archives";
