/** For the packages of this repository alone: it may change with any release. */
export { OPERATIONS } from "./composition/operations.ts";
export { hostFailure } from "./domain/errors/host-failure.ts";
export { DirectoryQuerySchema, VolumePathSchema } from "./domain/files/file-query.ts";
export { baseName, checkVolumePath, isInside, pathSegments } from "./domain/files/path.ts";
export { checkSealedKey } from "./domain/files/sealed-key.ts";
export { newId } from "./domain/ids.ts";
export { LibraryQuerySchema } from "./domain/library/library-query.ts";
export { fillPrompt } from "./domain/library/placeholders.ts";
export { PageRequestSchema } from "./domain/paging.ts";
export { hasAccess, requireAccess, requireUser, requireVisible } from "./domain/principals/principal.ts";
export { claimableWhileWaiting } from "./domain/sessions/claimable-while-waiting.ts";
export { mostAttempts, withinRetries } from "./domain/sessions/retries.ts";
export { AfterSchema, WaitSecondsSchema } from "./domain/sessions/session-query.ts";
export { hasEnded } from "./domain/sessions/turn.ts";
export { detailOf } from "./domain/validation/field-errors.ts";
export { validateBody } from "./domain/validation/validate-body.ts";
export { WorkspaceQuerySchema } from "./domain/workspaces/workspace-query.ts";
export { byteRange } from "./files/byte-range.ts";
export { EntryCollector } from "./files/entry-collector.ts";
export { IdempotencyKeySchema } from "./idempotency/create-options.ts";
export type { CreateOptions } from "./idempotency/idempotency.ts";
export type { LibraryCondition, Versioned } from "./library/library-api.ts";
export { libraryEtag } from "./library/collection/collection-record.ts";
export type { SkillPackage } from "./library/skills/skills-api.ts";
export { type DiskSpace, diskSpaceOf, hasLessThan } from "./quota/disk-space.ts";
export { quotaOf } from "./quota/quota-of.ts";
export { fromBase64, toBase64 } from "./runtime/base64.ts";
export type { Wait } from "./sessions/chat-api.ts";
export { ClaimShares } from "./sessions/claim-shares.ts";
export type { SignInAttempt } from "./sign-in/sign-in-api.ts";
export { activeTraceparent } from "./telemetry/active-traceparent.ts";
export {
  ARCHIVE_TYPES,
  type ArchiveKind,
  detectArchive,
  parentPath,
  withErrors,
} from "@workspace-agent/archives";
