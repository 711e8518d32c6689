import type { AuditEntry } from "../../domain/audit/audit-entry.ts";
import type { Message } from "../../domain/sessions/message.ts";
import type { SessionEvent } from "../../domain/sessions/event.ts";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import type { TurnRecord } from "../../domain/sessions/turn.ts";
import type { UsageRow } from "../../domain/usage/usage.ts";
import type { ServiceTokenRecord } from "../../domain/tokens/service-token.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import type { LibraryRecord, LibraryVersion } from "../../ports/library-store.ts";
import type { KeptProcesses } from "../../ports/background-store.ts";
import type { ContainerRecord } from "../../ports/container-store.ts";
import type { DeliveryRecord } from "../../domain/webhooks/delivery.ts";
import type { WebhookRecord } from "../../domain/webhooks/webhook.ts";
import type { SteeringMessage } from "../../ports/steering-store.ts";
import type { BrowserSessionRecord } from "../../ports/sign-in-store.ts";
import type { IdempotencyRecord } from "../../ports/store.ts";
import { Table } from "./table.ts";

export interface SessionRow {
  readonly record: SessionRecord;
  /** From when on it may be claimed; null while there is nothing to run. */
  readonly claimableAt: number | null;
}

export interface SignInCode {
  readonly hash: string;
  readonly expiresAt: number;
}

export interface KeptBlob {
  readonly hash: string;
  readonly bytes: Uint8Array;
  readonly owners: ReadonlySet<string>;
}

export interface StagedLine {
  readonly index: number;
  readonly text: string;
  readonly createdAt: number;
}

/** What a store holds. Groups are tenants, or sessions of a tenant (`logOf`), or one for all (`EVERYONE`). */
export interface Tables {
  readonly workspaces: Table<WorkspaceRecord>;
  readonly sessions: Table<SessionRow>;
  readonly turns: Table<TurnRecord>;
  readonly events: Table<SessionEvent>;
  readonly messages: Table<Message>;
  readonly serviceTokens: Table<ServiceTokenRecord>;
  readonly browserSessions: Table<BrowserSessionRecord>;
  readonly signInCodes: Table<SignInCode>;
  readonly idempotency: Table<IdempotencyRecord>;
  readonly libraryItems: Table<LibraryRecord>;
  readonly libraryNames: Table<{ readonly name: string; readonly id: string }>;
  readonly libraryVersions: Table<LibraryVersion>;
  readonly blobs: Table<KeptBlob>;
  readonly stagedLines: Table<StagedLine>;
  readonly counters: Table<{ readonly key: string; readonly count: number; readonly resetsAt: number }>;
  /** In a group for each workspace (`usageOf`). */
  readonly usage: Table<UsageRow>;
  readonly steering: Table<SteeringMessage>;
  readonly webhooks: Table<WebhookRecord>;
  readonly webhookDeliveries: Table<DeliveryRecord>;
  readonly audit: Table<AuditEntry>;
  /** By placement. */
  readonly containers: Table<{ readonly record: ContainerRecord; readonly instanceId: string }>;
  readonly instances: Table<{ readonly id: string; readonly placement: string; readonly aliveUntil: number }>;
  /** By instance. */
  readonly background: Table<KeptProcesses & { readonly isStopped: boolean }>;
}

export const EVERYONE = "";

/** The group of a session's turns, events and messages, and of what waits to join its turn. */
export function logOf(tenant: string, sessionId: string): string {
  return JSON.stringify([tenant, sessionId]);
}

/** The group of a workspace's usage. */
export function usageOf(tenant: string, workspaceId: string): string {
  return JSON.stringify([tenant, workspaceId]);
}

export function emptyTables(): Tables {
  return {
    workspaces: new Table((row) => row.id),
    sessions: new Table((row) => row.record.id),
    turns: new Table((row) => row.turn.id),
    events: new Table((row) => row.seq),
    messages: new Table((row) => row.seq),
    serviceTokens: new Table((row) => row.id),
    browserSessions: new Table((row) => row.hash),
    signInCodes: new Table((row) => row.hash),
    idempotency: new Table((row) => row.id),
    libraryItems: new Table((row) => row.id),
    libraryNames: new Table((row) => row.name),
    libraryVersions: new Table((row) => row.version),
    blobs: new Table((row) => row.hash),
    stagedLines: new Table((row) => row.index),
    counters: new Table((row) => row.key),
    usage: new Table((row) => `${row.day} ${row.model}`),
    steering: new Table((row) => row.position),
    webhooks: new Table((row) => row.id),
    webhookDeliveries: new Table((row) => row.id),
    audit: new Table((row) => row.seq),
    containers: new Table((row) => row.record.workspaceId),
    instances: new Table((row) => row.id),
    background: new Table((row) => row.sessionId),
  };
}

export function forkTables(tables: Tables): Tables {
  return {
    workspaces: tables.workspaces.fork(),
    sessions: tables.sessions.fork(),
    turns: tables.turns.fork(),
    events: tables.events.fork(),
    messages: tables.messages.fork(),
    serviceTokens: tables.serviceTokens.fork(),
    browserSessions: tables.browserSessions.fork(),
    signInCodes: tables.signInCodes.fork(),
    idempotency: tables.idempotency.fork(),
    libraryItems: tables.libraryItems.fork(),
    libraryNames: tables.libraryNames.fork(),
    libraryVersions: tables.libraryVersions.fork(),
    blobs: tables.blobs.fork(),
    stagedLines: tables.stagedLines.fork(),
    counters: tables.counters.fork(),
    usage: tables.usage.fork(),
    steering: tables.steering.fork(),
    webhooks: tables.webhooks.fork(),
    webhookDeliveries: tables.webhookDeliveries.fork(),
    audit: tables.audit.fork(),
    containers: tables.containers.fork(),
    instances: tables.instances.fork(),
    background: tables.background.fork(),
  };
}

export function commitTables(fork: Tables): void {
  fork.workspaces.commit();
  fork.sessions.commit();
  fork.turns.commit();
  fork.events.commit();
  fork.messages.commit();
  fork.serviceTokens.commit();
  fork.browserSessions.commit();
  fork.signInCodes.commit();
  fork.idempotency.commit();
  fork.libraryItems.commit();
  fork.libraryNames.commit();
  fork.libraryVersions.commit();
  fork.blobs.commit();
  fork.stagedLines.commit();
  fork.counters.commit();
  fork.usage.commit();
  fork.steering.commit();
  fork.webhooks.commit();
  fork.webhookDeliveries.commit();
  fork.audit.commit();
  fork.containers.commit();
  fork.instances.commit();
  fork.background.commit();
}

/** Removes a session with its turns, events and messages, and what waits to join its turn. */
export function removeSession(tables: Tables, tenant: string, id: string): void {
  if (!tables.sessions.remove(tenant, id)) return;
  const log = logOf(tenant, id);
  tables.turns.clear(log);
  tables.events.clear(log);
  tables.messages.clear(log);
  tables.steering.clear(log);
}
