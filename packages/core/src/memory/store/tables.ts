import type { AuditEntry } from "../../domain/audit/audit-entry.ts";
import type { WorkingCopyRecord } from "../../domain/files/working-copy.ts";
import type { Message } from "../../domain/sessions/message.ts";
import type { SessionEvent } from "../../domain/sessions/event.ts";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import type { TurnRecord } from "../../domain/sessions/turn.ts";
import type { SessionTrees } from "../../domain/snapshots/snapshot.ts";
import type { UsageRow } from "../../domain/usage/usage.ts";
import type { ServiceTokenRecord } from "../../domain/tokens/service-token.ts";
import { noSuchWorkspace } from "../../domain/principals/principal.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import type { LibraryRecord, LibraryVersion } from "../../ports/library-store.ts";
import type { FeedEntry } from "../../ports/event-feed-store.ts";
import type { BackgroundRecord } from "../../ports/cluster-store.ts";
import type { ContainerRecord } from "../../ports/container-store.ts";
import type { BatchItemRecord } from "../../domain/batches/batch-item.ts";
import type { BatchRecord } from "../../domain/batches/batch.ts";
import type { ScheduleRunRecord } from "../../domain/schedules/schedule-run.ts";
import type { ScheduleRecord } from "../../domain/schedules/schedule.ts";
import type { DeliveryRecord } from "../../domain/webhooks/delivery.ts";
import type { WebhookRecord } from "../../domain/webhooks/webhook.ts";
import type { SnapshotNeeds } from "../../ports/snapshot-store.ts";
import type { SteeringMessage } from "../../ports/steering-store.ts";
import type { BrowserSessionRecord } from "../../ports/sign-in-store.ts";
import type { IdempotencyRecord } from "../../ports/store.ts";
import { Table } from "./table.ts";

export interface SessionRow {
  readonly record: SessionRecord;
  /** From when on it may be claimed; null while there is nothing to run. */
  readonly claimableAt: number | null;
}

export interface SessionTreesRow {
  readonly record: SessionTrees;
  readonly objects: readonly string[];
  readonly endObjects: readonly string[];
}

export interface SignInCode {
  readonly hash: string;
  readonly expiresAt: number;
}

export interface StoredBlob {
  readonly hash: string;
  readonly bytes: Uint8Array;
  readonly owners: ReadonlySet<string>;
}

export interface StagedLine {
  readonly index: number;
  readonly text: string;
  readonly createdAt: number;
}

export interface StoredWorkingCopy {
  readonly record: WorkingCopyRecord;
  /** Sorted. */
  readonly objects: readonly string[];
}

export const EVERYONE = "";

/** The group of what belongs to something of a tenant, such as a session, a workspace, or a kind of the library. */
export function groupOf(tenant: string, owner: string): string {
  return JSON.stringify([tenant, owner]);
}

/** Throws `not_found` for a workspace that is not there. */
export function requireWorkspace({ workspaces }: Tables, tenant: string, id: string): void {
  if (workspaces.get(tenant, id) === undefined) throw noSuchWorkspace();
}

/** What a store holds. Groups are tenants unless a comment says otherwise, or one for all (`EVERYONE`). */
export function emptyTables() {
  return {
    workspaces: new Table<WorkspaceRecord>((row) => row.id),
    sessions: new Table<SessionRow>((row) => row.record.id),
    /** By session, like `events`, `messages` and `steering`. */
    turns: new Table<TurnRecord>((row) => row.turn.id),
    events: new Table<SessionEvent>((row) => row.seq),
    messages: new Table<Message>((row) => row.seq),
    serviceTokens: new Table<ServiceTokenRecord>((row) => row.id),
    browserSessions: new Table<BrowserSessionRecord>((row) => row.hash),
    signInCodes: new Table<SignInCode>((row) => row.hash),
    idempotency: new Table<IdempotencyRecord>((row) => row.id),
    libraryItems: new Table<LibraryRecord>((row) => row.id),
    libraryNames: new Table<{ readonly name: string; readonly id: string }>((row) => row.name),
    libraryVersions: new Table<LibraryVersion>((row) => row.version),
    blobs: new Table<StoredBlob>((row) => row.hash),
    stagedLines: new Table<StagedLine>((row) => row.index),
    counters: new Table<{ readonly key: string; readonly count: number; readonly resetsAt: number }>(
      (row) => row.key,
    ),
    /** By workspace. */
    usage: new Table<UsageRow>((row) => `${row.day} ${row.model}`),
    deletedUsage: new Table<UsageRow>((row) => `${row.day} ${row.model}`),
    steering: new Table<SteeringMessage>((row) => row.position),
    webhooks: new Table<WebhookRecord>((row) => row.id),
    webhookDeliveries: new Table<DeliveryRecord>((row) => row.id),
    schedules: new Table<ScheduleRecord>((row) => row.id),
    scheduleRuns: new Table<ScheduleRunRecord>((row) => row.id),
    /** By workspace. */
    snapshots: new Table<SnapshotNeeds>((row) => row.record.id),
    workingCopies: new Table<StoredWorkingCopy>((row) => row.record.workspace_id),
    sessionTrees: new Table<SessionTreesRow>((row) => row.record.session_id),
    batches: new Table<BatchRecord>((row) => row.id),
    /** By batch. */
    batchItems: new Table<BatchItemRecord>((row) => row.position),
    audit: new Table<AuditEntry>((row) => row.seq),
    /** By placement. */
    containers: new Table<{ readonly record: ContainerRecord; readonly instanceId: string }>(
      (row) => row.record.workspaceId,
    ),
    /** One for all, like the two that follow. */
    feedEntries: new Table<FeedEntry>((row) => row.position),
    /** How far sessions are collected. */
    feedSessions: new Table<{ readonly id: string; readonly seq: number }>((row) => row.id),
    feedHead: new Table<{ readonly position: number }>(() => EVERYONE),
    instances: new Table<{ readonly id: string; readonly placement: string; readonly aliveUntil: number }>(
      (row) => row.id,
    ),
    /** By instance. */
    background: new Table<BackgroundRecord & { readonly isStopped: boolean }>((row) => row.sessionId),
  };
}

export type Tables = Readonly<ReturnType<typeof emptyTables>>;

export function forkTables(tables: Tables): Tables {
  const forks = Object.entries(tables).map(([name, table]) => [name, table.fork()] as const);
  return Object.fromEntries(forks) as Tables;
}

export function commitTables(fork: Tables): void {
  for (const table of Object.values(fork)) table.commit();
}

/** Takes owners from blobs, and removes those that have none left. */
export function releaseBlobs(tables: Tables, tenant: string, owners: readonly string[]): void {
  for (const blob of [...tables.blobs.group(tenant)]) {
    const left = new Set(blob.owners);
    for (const owner of owners) left.delete(owner);
    if (left.size === 0) tables.blobs.remove(tenant, blob.hash);
    else if (left.size < blob.owners.size) tables.blobs.put(tenant, { ...blob, owners: left });
  }
}

/** Removes a session with its turns, events and messages, what waits to join its turn, what it changed, and its blobs. */
export function removeSession(tables: Tables, tenant: string, id: string): void {
  const session = tables.sessions.get(tenant, id);
  if (session === undefined) return;
  tables.sessions.remove(tenant, id);
  tables.sessionTrees.remove(groupOf(tenant, session.record.workspace_id), id);
  const log = groupOf(tenant, id);
  tables.turns.clear(log);
  tables.events.clear(log);
  tables.messages.clear(log);
  tables.steering.clear(log);
  releaseBlobs(tables, tenant, [id]);
}
