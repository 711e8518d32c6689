import type { NewestFirst } from "../domain/paging.ts";
import type { Message } from "../domain/sessions/message.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import type { Retries } from "../domain/sessions/retries.ts";
import type { ClaimedSession, SessionRecord, SessionStatus } from "../domain/sessions/session.ts";
import type { TurnRecord } from "../domain/sessions/turn.ts";
import type { Pair } from "../domain/wire.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import type { ClusterStore } from "./cluster-store.ts";
import type { SteeringRepository } from "./steering-store.ts";
import type { StoreParts } from "./store-parts.ts";

/** Oldest first, by id. */
export interface OldestIdFirst {
  readonly limit: number;
  /** Only records newer than this id. */
  readonly after?: string | undefined;
}

export interface WorkspaceRepository {
  /** Throws `name_taken` when the tenant has a workspace of that name. */
  insert(record: WorkspaceRecord): Promise<void>;
  get(tenant: string, id: string): Promise<WorkspaceRecord | null>;
  /** `search`: a part of the name, in any case. `label`: one that the workspace has. `ids`: only these. `owner`: only those that this principal created. A workspace that is still being created (`config_version` 0) is not listed. */
  list(
    tenant: string,
    page: NewestFirst & {
      readonly search?: string;
      readonly label?: Pair | undefined;
      readonly ids?: readonly string[];
      readonly owner?: string;
    },
  ): Promise<readonly WorkspaceRecord[]>;
  /**
   * Returns the record after the change, or null when there is none. Throws `name_taken`, and `precondition_failed` when the record's
   * `config_version` is not `expectedConfigVersion`; the check and the change are one atomic step.
   */
  update(
    tenant: string,
    id: string,
    change: Partial<
      Pick<WorkspaceRecord, "name" | "labels" | "config" | "config_version" | "status" | "placement">
    > & { readonly updated_at: number },
    condition?: { readonly expectedConfigVersion?: number },
  ): Promise<WorkspaceRecord | null>;
  /**
   * Removes the workspace with its sessions and their events, turns and messages. Outside of a transaction, its sessions are removed
   * first, in groups, each by itself.
   */
  delete(tenant: string, id: string): Promise<void>;
  /** The number of sessions of each workspace by status. The map has every given id, an unknown one with zeros. */
  countSessions(
    tenant: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Readonly<Record<SessionStatus, number>>>>;
  /** Workspaces of all tenants that are being deleted, for the sweep that finishes deletions after a crash. */
  listDeleting(): Promise<readonly WorkspaceRecord[]>;
  /** Workspaces of all tenants and of any status, the oldest id first, for the sweep of what expires. */
  listAll(page: OldestIdFirst): Promise<readonly WorkspaceRecord[]>;
}

/** Which sessions a runner claims. */
export interface ClaimOptions {
  readonly owner: string;
  readonly leaseMs: number;
  readonly limit: number;
  /** Only sessions whose files this instance can reach. */
  readonly placements: readonly string[];
  /** Only this session, wherever its workspace is bound: to end a turn, not to run it. */
  readonly sessionId?: string;
  /** The workspace that was served last: those with higher ids come first. */
  readonly after?: string;
  /** How many turns of one workspace may run at once, on all instances together, without those that wait for people. Default: any number. */
  readonly workspaceLimit?: number | null;
  /** How many turns of one principal the owner may run at once, without those that wait for people. Default: any number. */
  readonly principalLimit?: number | null;
  /** The same for one tenant. */
  readonly tenantLimit?: number | null;
  /** Which sessions with `attempts` may be claimed. Those with `MAX_ATTEMPTS` always may: their turns are ended. Default: any. */
  readonly retries?: Retries;
}

/** When a session may be removed. Checking and hiding it are one atomic step: work that arrives in between keeps the session. */
export interface RemovalCondition {
  /** Only a session that is `idle` and was last active before this time, in milliseconds since 1970. */
  readonly idleSince: number;
}

export interface SessionRepository {
  /** Throws `not_found` when the tenant has no such workspace. */
  insert(record: SessionRecord): Promise<void>;
  get(tenant: string, workspaceId: string, id: string): Promise<SessionRecord | null>;
  /** `metadata`: a pair that the session has. */
  list(
    tenant: string,
    workspaceId: string,
    page: NewestFirst & { readonly metadata?: Pair | undefined },
  ): Promise<readonly SessionRecord[]>;
  /** Inside a transaction: returns the record and locks its row until the end. Others that lock it wait. */
  lock(tenant: string, id: string): Promise<SessionRecord | null>;
  /** Writes a record that this transaction has locked, except `id`, `tenant` and `workspace_id`. `lease_until` is written as it is. */
  save(record: SessionRecord): Promise<void>;
  /**
   * Removes a session with its events, turns and messages, its steering messages, and the blobs that nobody else owns. It is invisible
   * from the start of the call on. A long log is removed in several steps; the next start finishes what a crash left. Returns whether
   * this call found it.
   */
  delete(tenant: string, id: string, condition?: RemovalCondition): Promise<boolean>;
  /**
   * Claims sessions that are `queued` or `running`, or `waiting` with an expired request, and that no live lease holds, in one atomic
   * step: sets `owner`, `epoch + 1` and `lease_until`, and returns the owner that had not released the session.
   * Order: sessions that were under way, the longest waiting first; then queued ones, one of each workspace in turn, the longest waiting
   * of each. A session waits since it was saved with work and without a lease, or since its lease ran out; those whose leases a start
   * ended come first. Limits hold back queued sessions only, and a session that they hold back does not block others of its workspace.
   * A workspace is bound to one owner at a time: while one of its sessions has a live lease, or a live instance has background processes
   * in it, no other owner gets any of its sessions, even if two claim at once. `sessionId` ignores this.
   * Two claimers never get the same session. Subagents' sessions (`parent`) are never claimed: the owner of the parent runs them. A
   * session with a live lease is never claimed, not even by its owner.
   */
  claim(options: ClaimOptions): Promise<readonly ClaimedSession[]>;
  /**
   * Renews the leases that are still held, and returns their session ids. A lease that ran out is held until another owner claims the
   * session or is bound to its workspace; a lease that a start ended is not. Of several leases, those whose rows are locked may be left
   * out; for a single one, the call waits.
   */
  renew(
    owner: string,
    leases: readonly { readonly session_id: string; readonly epoch: number }[],
    leaseMs: number,
  ): Promise<readonly string[]>;
}

export interface TurnRepository {
  /** Inserts or replaces. Throws `not_found` when the tenant has no such session. */
  save(tenant: string, record: TurnRecord): Promise<void>;
  get(tenant: string, sessionId: string, id: string): Promise<TurnRecord | null>;
  /** `metadata`: a pair that the turn has. */
  list(
    tenant: string,
    sessionId: string,
    page: NewestFirst & { readonly metadata?: Pair | undefined },
  ): Promise<readonly TurnRecord[]>;
}

/** Pages in the order of the log. */
export interface OldestFirst {
  /** Only what comes after this seq. */
  readonly after: number;
  readonly limit: number;
}

export interface EventRepository {
  /** The caller holds the session's row and sets the seqs. Throws `internal` for a seq that exists, `not_found` without the session. */
  append(tenant: string, sessionId: string, events: readonly SessionEvent[]): Promise<void>;
  page(tenant: string, sessionId: string, page: OldestFirst): Promise<readonly SessionEvent[]>;
}

export interface MessageText {
  readonly seq: number;
  readonly text: string;
}

export interface MessagePage extends OldestFirst {
  /** Only what comes at this seq or before. Default: all. */
  readonly through?: number;
}

export interface MessageRepository {
  /** Numbered like events, with the same errors. */
  append(tenant: string, sessionId: string, messages: readonly Message[]): Promise<void>;
  /** Replaces the message with the same `seq`. Throws `not_found` where there is none. */
  replace(tenant: string, sessionId: string, message: Message): Promise<void>;
  page(tenant: string, sessionId: string, page: MessagePage): Promise<readonly Message[]>;
  /** Like `page`, with each message as JSON, for callers that pass it on unread. */
  pageTexts(tenant: string, sessionId: string, page: MessagePage): Promise<readonly MessageText[]>;
  /** The messages of one turn, oldest first. */
  ofTurn(tenant: string, sessionId: string, turnId: string): Promise<readonly Message[]>;
}

/** The first request with an `Idempotency-Key`. */
export interface IdempotencyRecord {
  /** Principal, route and key, joined. Unique in the tenant. */
  readonly id: string;
  readonly tenant: string;
  /** SHA-256 of the request, in hexadecimal. */
  readonly fingerprint: string;
  /** The stored answer, a JSON text; null while the first request is still running. */
  readonly answer: string | null;
  readonly created_at: number;
}

export interface IdempotencyRepository {
  get(tenant: string, id: string): Promise<IdempotencyRecord | null>;
  /** Returns false, and changes nothing, when the id exists. */
  insert(record: IdempotencyRecord): Promise<boolean>;
  complete(tenant: string, id: string, answer: string): Promise<void>;
  delete(tenant: string, id: string): Promise<void>;
  /** Removes records created before a time. */
  sweep(before: number): Promise<void>;
}

/** The repositories that every store has. Every method takes the tenant, so that no query can forget it, unless its comment says why not. */
export interface CoreRepositories {
  readonly workspaces: WorkspaceRepository;
  readonly sessions: SessionRepository;
  readonly turns: TurnRepository;
  readonly events: EventRepository;
  readonly messages: MessageRepository;
  readonly steering: SteeringRepository;
  readonly idempotency: IdempotencyRepository;
}

export interface Repositories extends CoreRepositories, Partial<StoreParts> {}

/** What a store does beside its repositories. */
export interface StoreLifecycle<R extends Repositories> {
  /**
   * What several instances need to share the store. Absent: one process has it to itself. Its `start` takes a lock that it holds until
   * `close` (throws `overloaded` where another process has it), ends all leases but keeps their owners, and frees the idempotency
   * keys of requests that had not ended.
   */
  readonly cluster?: ClusterStore;
  /** Opens and migrates. */
  start(): Promise<void>;
  /**
   * All or nothing: what `work` throws undoes it and is thrown. Transactions are not nested. The store repeats `work` where the
   * database undid it in favor of another transaction, so `work` changes nothing else. It does not catch what a repository throws,
   * since some databases accept no more writes then. Writes may be started side by side, and run in the order of their calls; the
   * transaction waits for all of them.
   * Resolves when the commit survives a power loss. The store may call `whenWritten`, once, with the result of `work` as soon as only
   * the commit itself can still fail; nobody outside may be informed of the result until then.
   */
  transaction<T>(work: (repositories: R) => Promise<T>, whenWritten?: (value: T) => void): Promise<T>;
  /** Throws when the store cannot be written to. */
  check(): Promise<void>;
  /** The store's own clock, in milliseconds since 1970, which leases and the ages of idempotency keys go by. Not inside a transaction. */
  now(): Promise<number>;
  /**
   * Returns the space of what was removed to the file system, in steps that never block writes for long, until the signal aborts.
   * Absent: the database does so itself, or the space is only used again.
   */
  shrink?(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * Everything durable. The repositories of `CoreRepositories` are enough for turns; `StoreParts` says what a store may leave out.
 *
 * A method that is called on the store itself is a transaction of its own and reads what is committed. Inside `transaction`, only the
 * repositories that it passes may be used. A write that has resolved survives a power loss. Times in arguments are milliseconds by the
 * caller's clock; times of leases are by the store's. Records that a store returns may be frozen.
 */
export interface Store extends Repositories, StoreLifecycle<Repositories> {}

export interface CompleteRepositories extends CoreRepositories, StoreParts {}

/** A store with all of `StoreParts`. */
export interface CompleteStore extends CompleteRepositories, StoreLifecycle<CompleteRepositories> {}

/** A complete store that several instances can share. */
export interface SharedStore extends CompleteStore {
  readonly cluster: ClusterStore;
}
