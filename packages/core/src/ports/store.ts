import type { AuditRepository } from "./audit-store.ts";
import type { BackgroundRepository } from "./background-store.ts";
import type { ContainerRepository } from "./container-store.ts";
import type { InstanceRepository } from "./instance-store.ts";
import type { Message } from "../domain/sessions/message.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import type { Retries } from "../domain/sessions/retries.ts";
import type { ClaimedSession, SessionRecord, SessionStatus } from "../domain/sessions/session.ts";
import type { TurnRecord } from "../domain/sessions/turn.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import type {
  BlobRepository,
  CounterRepository,
  LibraryRepository,
  StagedLinesRepository,
} from "./library-store.ts";
import type { ServiceTokenRepository } from "./service-token-store.ts";
import type { SignInRepository } from "./sign-in-store.ts";
import type { SteeringRepository } from "./steering-store.ts";
import type { UsageRepository } from "./usage-store.ts";
import type { DeliveryRepository, WebhookRepository } from "./webhook-store.ts";

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

/** The last seq of a session's log. */
export interface SessionPosition {
  readonly id: string;
  readonly tenant: string;
  readonly seq: number;
}

/** A session whose owner has to stop. */
export interface MarkedSession {
  readonly id: string;
  /** The turn that is to be interrupted. */
  readonly turn_id: string | null;
  /** Its workspace is being deleted. */
  readonly isLeaving: boolean;
}

export interface SessionRepository {
  /** Throws `not_found` when the tenant has no such workspace. */
  insert(record: SessionRecord): Promise<void>;
  get(tenant: string, workspaceId: string, id: string): Promise<SessionRecord | null>;
  list(tenant: string, workspaceId: string, page: NewestFirst): Promise<readonly SessionRecord[]>;
  /** How far the logs of sessions have come. Of any tenant: for readers who were let in already. A session that is gone is left out. */
  positions(ids: readonly string[]): Promise<readonly SessionPosition[]>;
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
  /** Sessions of an owner, subagents' too, with a turn that is to be interrupted, or whose workspace is being deleted. */
  marked(owner: string): Promise<readonly MarkedSession[]>;
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
  /** The store's time in milliseconds, by which the ages of records go: that of leases, whatever the clocks of hosts say. */
  now(): Promise<number>;
  get(tenant: string, id: string): Promise<IdempotencyRecord | null>;
  /** False when the id is there already; nothing is changed then. */
  insert(record: IdempotencyRecord): Promise<boolean>;
  complete(tenant: string, id: string, answer: string): Promise<void>;
  delete(tenant: string, id: string): Promise<void>;
  /** Removes what was made before a time. */
  sweep(before: number): Promise<void>;
}

/** Every method takes the tenant, so that no query can forget it; what does not says why. */
export interface Repositories {
  readonly workspaces: WorkspaceRepository;
  readonly sessions: SessionRepository;
  readonly turns: TurnRepository;
  readonly events: EventRepository;
  readonly messages: MessageRepository;
  readonly serviceTokens: ServiceTokenRepository;
  readonly signIns: SignInRepository;
  readonly idempotency: IdempotencyRepository;
  readonly library: LibraryRepository;
  readonly blobs: BlobRepository;
  readonly stagedLines: StagedLinesRepository;
  readonly counters: CounterRepository;
  readonly usage: UsageRepository;
  readonly containers: ContainerRepository;
  readonly instances: InstanceRepository;
  readonly background: BackgroundRepository;
  readonly steering: SteeringRepository;
  readonly webhooks: WebhookRepository;
  readonly webhookDeliveries: DeliveryRepository;
  readonly audit: AuditRepository;
}

/** Something changed on another instance; a hint that may be lost, for a slow poll backs it up. */
export type ChangeHint =
  | { readonly type: "events"; readonly session_id: string; readonly seq: number }
  | { readonly type: "deltas"; readonly session_id: string; readonly deltas: string }
  /** There may be something to claim; with a workspace's id, for whom that one is bound to. */
  | { readonly type: "work"; readonly workspace_id?: string }
  | { readonly type: "interrupt"; readonly session_id: string }
  /** Somebody there reads the session's deltas as they come: they are to be published. */
  | {
      readonly type: "watch";
      readonly session_id: string;
      /** Nobody there has read them so far: what is under way is to be published from its start. */
      readonly from_start?: true;
    }
  /** The session was deleted. */
  | { readonly type: "gone"; readonly session_id: string }
  /** The workspace's config is another, or it is being deleted. */
  | { readonly type: "workspace"; readonly workspace_id: string }
  /** Hints may have been lost: whoever waits for something looks for itself. Never published, only heard. */
  | { readonly type: "missed" };

export interface StoreCapabilities {
  /** Several instances may use it at once. Default false: one process, whose start voids all earlier leases. */
  readonly shared: boolean;
}

/**
 * Everything durable. Methods called on the store itself are transactions of their own, and what they read is
 * committed; inside `transaction` only the repositories it hands over may be used. What a call that wrote has told of survives
 * a power loss. Times that a method takes are milliseconds by the caller's clock; a lease's are the store's own. Records that
 * are handed out may be frozen.
 */
export interface Store extends Repositories {
  readonly capabilities: StoreCapabilities;
  /** Opens and migrates. A store that is not `shared` takes a lock that it holds for life (throws `overloaded` when another process has it), ends all leases, owners kept, and frees the idempotency keys whose requests had not come to their end. */
  start(): Promise<void>;
  /**
   * All or nothing: whatever `work` throws undoes it and is thrown on. Not nested. `work` is done again where the database undid it
   * for the sake of another transaction, and so changes nothing outside of it. What a repository throws inside it
   * is not to be caught there, for some stores can write nothing more in that transaction. Writes may be asked for side by side, and are
   * done in the order in which they were asked for; `work` ends after all of them.
   * Resolves when it survives a power loss. As soon as `work` is done and only the store itself can still fail, it may say so by
   * `whenWritten`, once and with what `work` gave; whether it lasts is open then, and nobody is to be told of it.
   */
  transaction<T>(
    work: (repositories: Repositories) => Promise<T>,
    whenWritten?: (value: T) => void,
  ): Promise<T>;
  /** Throws when the store cannot be written to. */
  check(): Promise<void>;
  /** The store's own time in milliseconds since 1970, by which instances that share it go; absent: it has none. */
  now?(): Promise<number>;
  /** Tells other instances, after the commit. Never throws. */
  publish(hints: readonly ChangeHint[]): void;
  /** Hears what other instances published, never what this one did. */
  subscribe(listener: (hint: ChangeHint) => void): () => void;
  close(): Promise<void>;
}
