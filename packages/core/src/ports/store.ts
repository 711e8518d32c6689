import type { Message } from "../domain/sessions/message.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import type { Retries } from "../domain/sessions/retries.ts";
import type { ClaimedSession, SessionRecord, SessionStatus } from "../domain/sessions/session.ts";
import type { TurnRecord } from "../domain/sessions/turn.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import type { ClusterStore } from "./cluster-store.ts";
import type { SteeringRepository } from "./steering-store.ts";
import type { StoreParts } from "./store-parts.ts";

/** Newest first, by id: ids sort by time, so a page stays where it is when things are added. */
export interface NewestFirst {
  readonly limit: number;
  /** Only what is older than this id. */
  readonly before?: string;
}

export interface WorkspaceRepository {
  /** Throws `name_taken` when the tenant has one of that name. */
  insert(record: WorkspaceRecord): Promise<void>;
  get(tenant: string, id: string): Promise<WorkspaceRecord | null>;
  /** `search` is a part of the name, in any case; `label` one that it has; `ids` are the only ones looked at. One that is still being made (`config_version` 0) is in no list. */
  list(
    tenant: string,
    page: NewestFirst & {
      readonly search?: string;
      readonly label?: { readonly key: string; readonly value: string };
      readonly ids?: readonly string[];
    },
  ): Promise<readonly WorkspaceRecord[]>;
  /**
   * The record after the change, or null when there is none. Throws `name_taken`; and `precondition_failed`, in one atomic step with
   * the change, where the record's `config_version` is not `expectedConfigVersion`.
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
   * Removes the workspace's row. Its sessions are removed with it, and their events, turns and messages; long ones before it, each by
   * itself unless in a transaction.
   */
  delete(tenant: string, id: string): Promise<void>;
  /** How many sessions each workspace has in each status; every id is answered, an unknown one with zeros. */
  countSessions(
    tenant: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Readonly<Record<SessionStatus, number>>>>;
  /** Workspaces of all tenants that are being deleted, for the sweep that finishes what a crash left. */
  listDeleting(): Promise<readonly WorkspaceRecord[]>;
}

/** What a runner asks for when it looks for work. */
export interface ClaimOptions {
  readonly owner: string;
  readonly leaseMs: number;
  readonly limit: number;
  /** Only sessions whose files this instance can reach. */
  readonly placements: readonly string[];
  /** Only this session, whatever its workspace runs and wherever: to end a turn, not to work. */
  readonly sessionId?: string;
  /** The workspace that was served last: those behind it come first, by their ids. */
  readonly after?: string;
  /** How many turns of one workspace may run at once, on all instances together; those that wait for people apart. Default: any number. */
  readonly workspaceLimit?: number | null;
  /** How many turns for one principal the owner may run at once; those that wait for people apart. Default: any number. */
  readonly principalLimit?: number | null;
  /** The same for one tenant. */
  readonly tenantLimit?: number | null;
  /** Which sessions with `attempts` may be taken; those with `MAX_ATTEMPTS` always, for their turns are ended. Default: any. */
  readonly retries?: Retries;
}

export interface SessionRepository {
  /** Throws `not_found` when the tenant has no such workspace. */
  insert(record: SessionRecord): Promise<void>;
  get(tenant: string, workspaceId: string, id: string): Promise<SessionRecord | null>;
  list(tenant: string, workspaceId: string, page: NewestFirst): Promise<readonly SessionRecord[]>;
  /** Inside a transaction: the record, with its row locked until the end. Others that lock it wait. */
  lock(tenant: string, id: string): Promise<SessionRecord | null>;
  /** Writes all of a record that this transaction has locked, but never `id`, `tenant`, `workspace_id`, nor members that a record does not have. `lease_until` is written as it is. */
  save(record: SessionRecord): Promise<void>;
  /**
   * Removes a session with its events, turns and messages, and what waits to join its turn. Nobody sees it from the beginning on; a long log goes in several steps, and
   * what a crash left of them goes at the next start.
   */
  delete(tenant: string, id: string): Promise<void>;
  /**
   * Takes sessions that are `queued` or `running`, or `waiting` with a request that has expired, and that no live lease holds, in one
   * atomic step: sets `owner`, `epoch + 1` and `lease_until`, and says who had not released it. First
   * comes what was under way, the longest waiting first; then of what is queued one session of each workspace in turn, the longest
   * waiting of each. A session waits from when it had work and no lease: since it was saved so, or since its lease ran out. What a
   * start left without its leases comes first. The limits hold back what is queued, not what is under way; what
   * they hold back does not keep others of the same workspace waiting.
   * A workspace is bound to one owner at a time: while a lease of one of its sessions is alive, or a living instance keeps background
   * processes in it, no other gets any of its sessions, also where two claim at once; `sessionId` apart.
   * Two claimers never get the same session. A subagent's session (`parent`) is never claimed: who holds its parent takes it.
   * A session whose lease is alive is never claimed, not by its own owner either.
   */
  claim(options: ClaimOptions): Promise<readonly ClaimedSession[]>;
  /**
   * Prolongs the leases that are still held; gives the ids of those. A lease that ran out is held until another claims the
   * session or is bound to its workspace, but not one that a start has ended. Of several, those whose rows others have locked
   * may be left out; one that is asked for alone is waited for.
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
  list(tenant: string, sessionId: string, page: NewestFirst): Promise<readonly TurnRecord[]>;
}

/** Pages in the order of the log. */
export interface OldestFirst {
  /** Only what comes after this seq. */
  readonly after: number;
  readonly limit: number;
}

export interface EventRepository {
  /** Their seqs are set by the caller, who holds the session's row; a seq that is there already is `internal`, no such session `not_found`. */
  append(tenant: string, sessionId: string, events: readonly SessionEvent[]): Promise<void>;
  page(tenant: string, sessionId: string, page: OldestFirst): Promise<readonly SessionEvent[]>;
}

export interface MessageText {
  readonly seq: number;
  readonly text: string;
}

export interface MessageRepository {
  /** Numbered like events, and refused like them. */
  append(tenant: string, sessionId: string, messages: readonly Message[]): Promise<void>;
  page(tenant: string, sessionId: string, page: OldestFirst): Promise<readonly Message[]>;
  /** What `page` gives, each message as its JSON: who hands it on need not read it. */
  pageTexts(tenant: string, sessionId: string, page: OldestFirst): Promise<readonly MessageText[]>;
  /** The messages of one turn, oldest first. */
  ofTurn(tenant: string, sessionId: string, turnId: string): Promise<readonly Message[]>;
}

/** What the first request with an `Idempotency-Key` did. */
export interface IdempotencyRecord {
  /** Principal, route and key, joined: unique. */
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
  /** False when the id is there already; nothing is changed then. */
  insert(record: IdempotencyRecord): Promise<boolean>;
  complete(tenant: string, id: string, answer: string): Promise<void>;
  delete(tenant: string, id: string): Promise<void>;
  /** Removes what was made before a time. */
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
