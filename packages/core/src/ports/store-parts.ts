import { DomainError } from "../domain/errors/domain-error.ts";
import type { AuditRepository } from "./audit-store.ts";
import type { BatchRepository } from "./batch-store.ts";
import type { ContainerRepository } from "./container-store.ts";
import type { EventFeedRepository } from "./event-feed-store.ts";
import type { BlobRepository, LibraryRepository, StagedLinesRepository } from "./library-store.ts";
import type { ScheduleRepository } from "./schedule-store.ts";
import type { ServiceTokenRepository } from "./service-token-store.ts";
import type { SignInRepository } from "./sign-in-store.ts";
import type { SnapshotRepository } from "./snapshot-store.ts";
import type { UsageRepository } from "./usage-store.ts";
import type { WebhookRepository } from "./webhook-store.ts";
import type { WorkingCopyRepository } from "./working-copy-store.ts";

/**
 * The repositories that a store may leave out. A call that needs a part which the store lacks throws `not_allowed`; everything else
 * works without it.
 */
export interface StoreParts {
  /** Prompts, templates and skills. Absent: none can be stored, and no config or chat can name one. */
  readonly library: LibraryRepository;
  /** The bytes of images and of skills' files. Absent: messages and tools carry no images, and skills have no files. */
  readonly blobs: BlobRepository;
  /** The lines of atomic library loads. Absent: the library is loaded line by line only. */
  readonly stagedLines: StagedLinesRepository;
  /** Webhooks and their deliveries. Absent: `createAgentService` refuses the option `webhooks`. */
  readonly webhooks: WebhookRepository;
  /** What sessions used, by workspace. Absent: usage is not summed up; the limits of turns still hold. */
  readonly usage: UsageRepository;
  /** Absent: the host authenticates callers itself, and there are no service tokens. */
  readonly serviceTokens: ServiceTokenRepository;
  /** Browser sessions and one-time codes. Absent: the host authenticates people itself, and nobody can sign in. */
  readonly signIns: SignInRepository;
  /** The audit log. Absent: actions are not recorded. */
  readonly audit: AuditRepository;
  /** Which containers belong to the service. Needed by sandboxes that make containers, and by nothing else. */
  readonly containers: ContainerRepository;
  /** The order of the events of all sessions. Absent: `AgentService.events` throws; the events of one session and `on` work. */
  readonly eventFeed: EventFeedRepository;
  /** Schedules and their runs. Absent: `createAgentService` refuses the option `cronTimes`. */
  readonly schedules: ScheduleRepository;
  /** Batches and their items. Absent: there are none. */
  readonly batches: BatchRepository;
  /** Snapshots of workspaces' files, and what sessions changed. Absent: there are none, and `createAgentService` refuses the option `objects`. */
  readonly snapshots: SnapshotRepository;
  /** Who has the files of workspaces. Absent: `createAgentService` refuses the option `portableFiles`. */
  readonly workingCopies: WorkingCopyRepository;
}

/** The part that a call cannot do without. Throws `not_allowed` where the store lacks it. */
export function requirePart<Part extends keyof StoreParts>(
  repositories: Partial<StoreParts>,
  part: Part,
): StoreParts[Part] {
  const found = repositories[part];
  if (found === undefined)
    throw new DomainError(
      "not_allowed",
      `The store of this host lacks the part "${part}", which this needs.`,
    );
  return found;
}
