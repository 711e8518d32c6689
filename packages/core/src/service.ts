import type { AcceptedTurn, Chat, TurnAddress, TurnResult } from "./sessions/chat.ts";
import type { ItemDelta, SessionEvent } from "./sessions/event.ts";
import type { ItemInProgress } from "./sessions/items-under-way.ts";
import type { Message } from "./sessions/message.ts";
import type { AnswerRequest, ResolvedRequest } from "./sessions/request.ts";
import type { ForkSession, Session, UpdateSession } from "./sessions/session.ts";
import type { Turn } from "./sessions/turn.ts";
import type {
  DirectoryListing,
  FileEntry,
  Move,
  Unpacked,
  VolumeName,
  WrittenFile,
} from "./files/file-entry.ts";
import type { AuditApi } from "./audit/audit-api.ts";
import type { Changes } from "./changes/changes.ts";
import type { ImagesApi } from "./images/images-api.ts";
import type { OutputsApi } from "./outputs/outputs-api.ts";
import type { UnpackLimits } from "./files/unpack-archive.ts";
import type { CreateOptions } from "./idempotency/idempotency.ts";
import type { RateLimitName, RateLimitState } from "./limits/rate-limit.ts";
import type { Page, PageRequest } from "./paging.ts";
import type { ListOptions, ReadOptions, VolumeEntry, WriteOptions } from "./ports/volume.ts";
import type { Principal } from "./principals/principal.ts";
import type { CreatedServiceToken, CreateServiceToken, ServiceToken } from "./tokens/service-token.ts";
import type { LibraryApi } from "./library/library-api.ts";
import type { Prompt, PromptInput, PromptReplacement } from "./library/prompts/prompt.ts";
import type { SkillsApi } from "./library/skills/skills-api.ts";
import type { Template, TemplateInput, TemplateReplacement } from "./library/templates/template.ts";
import type { SignInApi } from "./sign-in/sign-in-api.ts";
import type { UsageApi } from "./usage/usage.ts";
import type { WebhooksApi } from "./webhooks/webhooks-api.ts";
import type { Config, ConfigOverlay } from "./workspaces/config.ts";
import type {
  CreateWorkspace,
  SaveAsTemplate,
  UpdateWorkspace,
  Workspace,
  WorkspaceState,
} from "./workspaces/workspace.ts";

export interface WorkspaceQuery extends PageRequest {
  /** A part of the name, in any case. */
  readonly search?: string;
  /** A label that it has. */
  readonly label?: { readonly key: string; readonly value: string };
}

/** A wait that ends early when the caller goes away. `seconds` at most 60. */
export interface Wait {
  readonly seconds: number;
  readonly signal?: AbortSignal;
}

/** What follows is live: every durable event up to `through_seq` has been given. */
export interface SyncMark {
  readonly type: "sync";
  readonly through_seq: number;
  /** The items under way with their text so far, as far as they are known: their next pieces follow. */
  readonly in_progress: readonly ItemInProgress[];
}

/** A page of a session's log, oldest first, after a seq; `cursor` counts more than `after`. */
export interface LogQuery extends PageRequest {
  readonly after?: number;
}

export interface ChatOptions extends CreateOptions {
  /** The caller's trace context (W3C, version 00): the turn's span is a part of it, and a repeat changes nothing. */
  readonly traceparent?: string;
}

export type StreamedEvent = SessionEvent | ItemDelta | SyncMark;

export interface EventStreamOptions {
  /** The last seq that the reader has; 0 for the start. Beyond the log's end: `invalid_request`. */
  readonly after: number;
  /** Go on with what is new; false ends at the current end. Default true. */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
}

/** The services of one instance. Each method checks that the principal may see what it names (`not_found`); scopes are checked per route, but for those of answers to requests. */
export interface AgentService {
  readonly workspaces: {
    list(principal: Principal, query: WorkspaceQuery): Promise<Page<Workspace>>;
    /** With a template: its files are there when this resolves. What fails leaves nothing behind. */
    create(principal: Principal, input: CreateWorkspace, options?: CreateOptions): Promise<Workspace>;
    get(principal: Principal, id: string): Promise<Workspace>;
    /** `labels` replaces all of them; without a field nothing changes. */
    update(principal: Principal, id: string, change: UpdateWorkspace): Promise<Workspace>;
    delete(principal: Principal, id: string): Promise<void>;
    getConfig(principal: Principal, id: string): Promise<{ readonly config: Config; readonly etag: string }>;
    /** The whole config: what `input` does not name takes its default. `ifMatch`: the etag that the caller read, without quotes; another is `precondition_failed`. */
    putConfig(
      principal: Principal,
      id: string,
      input: ConfigOverlay,
      options?: { readonly ifMatch?: string },
    ): Promise<{ readonly config: Config; readonly etag: string }>;
    /** As this instance sees it. */
    state(principal: Principal, id: string): Promise<WorkspaceState>;
    /** The config, of its secrets only their names, and if wanted the files. */
    saveAsTemplate(
      principal: Principal,
      id: string,
      input: SaveAsTemplate,
      options?: CreateOptions,
    ): Promise<Template>;
  };
  readonly chat: {
    /** Accepts a turn: durable when this resolves. */
    send(principal: Principal, workspaceId: string, chat: Chat, options?: ChatOptions): Promise<AcceptedTurn>;
    /** The events of one turn from its first, batch by batch, until its `turn.ended`. Ends early when the reader is too slow or `signal` aborts. */
    stream(
      principal: Principal,
      workspaceId: string,
      turn: AcceptedTurn,
      options?: { readonly signal?: AbortSignal },
    ): Promise<AsyncIterable<readonly StreamedEvent[]>>;
    /** Waits until the turn ends or waits for a person; throws `sync_timeout` with both ids after `seconds`. */
    result(principal: Principal, workspaceId: string, turn: TurnAddress, wait: Wait): Promise<TurnResult>;
  };
  readonly sessions: {
    list(principal: Principal, workspaceId: string, query: PageRequest): Promise<Page<Session>>;
    /** With `wait`: holds until the session is `idle` or `waiting`, or the time is up. */
    get(principal: Principal, workspaceId: string, id: string, wait?: Wait): Promise<Session>;
    update(principal: Principal, workspaceId: string, id: string, change: UpdateSession): Promise<Session>;
    /** A new session with copies of the items up to the last completed step, or the last at or before a message. */
    fork(
      principal: Principal,
      workspaceId: string,
      id: string,
      input: ForkSession,
      options?: CreateOptions,
    ): Promise<Session>;
    delete(principal: Principal, workspaceId: string, id: string): Promise<void>;
    turns(principal: Principal, workspaceId: string, id: string, query: PageRequest): Promise<Page<Turn>>;
    turn(principal: Principal, workspaceId: string, id: string, turnId: string, wait?: Wait): Promise<Turn>;
    /** A page of the transcript, oldest first, after a message's `seq`. */
    messages(principal: Principal, workspaceId: string, id: string, query: LogQuery): Promise<Page<Message>>;
    /** The whole transcript, batch by batch; the session is checked before this resolves. */
    transcript(
      principal: Principal,
      workspaceId: string,
      id: string,
    ): Promise<AsyncIterable<readonly Message[]>>;
    /** The same, each message as its JSON. */
    transcriptTexts(
      principal: Principal,
      workspaceId: string,
      id: string,
    ): Promise<AsyncIterable<readonly string[]>>;
    /** A page of the log as it is. `after` beyond its end: `invalid_request`. */
    eventPage(
      principal: Principal,
      workspaceId: string,
      id: string,
      query: LogQuery,
    ): Promise<Page<SessionEvent>>;
    /** The log from `after`, then one `sync`, then what is new, batch by batch. A reader that is too slow is ended: it comes back with its last seq. */
    events(
      principal: Principal,
      workspaceId: string,
      id: string,
      options: EventStreamOptions,
    ): Promise<AsyncIterable<readonly StreamedEvent[]>>;
    /**
     * A person's answer to an open request of a session; the turn goes on when none is open. Throws `already_resolved`, `not_found`,
     * and `invalid_request` for an answer that does not fit.
     */
    answerRequest(
      principal: Principal,
      workspaceId: string,
      id: string,
      requestId: string,
      answer: AnswerRequest,
    ): Promise<ResolvedRequest>;
    /** Ends the current turn, or the first queued one. Resolves when its processes are gone. */
    interrupt(
      principal: Principal,
      workspaceId: string,
      id: string,
    ): Promise<{ readonly interrupted: boolean }>;
  };
  readonly files: {
    stat(principal: Principal, workspaceId: string, volume: VolumeName, path: string): Promise<VolumeEntry>;
    read(
      principal: Principal,
      workspaceId: string,
      volume: VolumeName,
      path: string,
      options?: ReadOptions,
    ): Promise<{ readonly entry: VolumeEntry; readonly body: ReadableStream<Uint8Array> }>;
    write(
      principal: Principal,
      workspaceId: string,
      volume: VolumeName,
      path: string,
      body: ReadableStream<Uint8Array>,
      options?: WriteOptions,
    ): Promise<WrittenFile & { readonly created: boolean }>;
    remove(
      principal: Principal,
      workspaceId: string,
      volume: VolumeName,
      path: string,
      options?: { readonly ifMatch?: string },
    ): Promise<void>;
    /** At most `limit` entries, default 1,000. */
    list(
      principal: Principal,
      workspaceId: string,
      volume: VolumeName,
      path: string,
      options?: ListOptions,
    ): Promise<DirectoryListing>;
    /** `created` false: it was there. */
    makeDirectory(
      principal: Principal,
      workspaceId: string,
      volume: VolumeName,
      path: string,
      options?: CreateOptions,
    ): Promise<FileEntry & { readonly created: boolean }>;
    move(principal: Principal, workspaceId: string, volume: VolumeName, move: Move): Promise<FileEntry>;
    /** A directory as a zip, and the name of the file: the bytes are made while they are read, from when `body` is called. */
    zip(
      principal: Principal,
      workspaceId: string,
      volume: VolumeName,
      path: string,
    ): Promise<{ readonly name: string; readonly body: () => ReadableStream<Uint8Array> }>;
    /** Unpacks an archive into a directory, made where it is absent: all of it, or nothing. */
    unpack(
      principal: Principal,
      workspaceId: string,
      volume: VolumeName,
      path: string,
      body: ReadableStream<Uint8Array>,
      limits: UnpackLimits,
      options?: CreateOptions,
    ): Promise<Unpacked>;
  };
  /** What sessions changed in their workspaces' files; `not_allowed` where the volume cannot tell. */
  readonly changes: {
    /** Against the files as they were before the session's first call that could write; empty before that. */
    ofSession(principal: Principal, workspaceId: string, sessionId: string): Promise<Changes>;
    /** The patch, file by file, for `git apply`: all of it, however long. The files are compared before this resolves. */
    patch(principal: Principal, workspaceId: string, sessionId: string): Promise<AsyncIterable<string>>;
  };
  readonly images: ImagesApi;
  readonly outputs: OutputsApi;
  /** A principal that is bound to workspaces finds nothing of the library: `not_found`. */
  readonly prompts: LibraryApi<Prompt, PromptInput, PromptReplacement>;
  readonly templates: LibraryApi<Template, TemplateInput, TemplateReplacement>;
  readonly skills: SkillsApi;
  readonly tokens: {
    list(principal: Principal, query: PageRequest): Promise<Page<ServiceToken>>;
    create(principal: Principal, input: CreateServiceToken): Promise<CreatedServiceToken>;
    revoke(principal: Principal, id: string): Promise<void>;
    /** The principal behind `Bearer` credentials; throws `invalid_token`. `address`: the caller's network address, where it is known. */
    authenticate(token: string, address?: string | null): Promise<Principal>;
  };
  readonly signIn: SignInApi;
  readonly usage: UsageApi;
  readonly audit: AuditApi;
  readonly webhooks: WebhooksApi;
  readonly metrics: {
    /** Counts an answered request; `route` is its path with the names of its parameters. */
    request(answered: {
      readonly method: string;
      readonly route: string;
      readonly status: number;
      readonly seconds: number;
    }): void;
    /** What this instance has counted since its start, over all tenants, in the text format of Prometheus. */
    text(): string;
  };
  readonly limits: {
    /** Counts a request of the principal; null where the host set no such limit. One that is not `allowed` is to be refused. */
    take(principal: Principal, name: RateLimitName): Promise<RateLimitState | null>;
  };
  readonly instance: {
    readonly version: string;
    /** Whether store, sandbox and queue can take work; each with what is wrong, or null. */
    readiness(): Promise<{
      readonly ready: boolean;
      readonly checks: Readonly<Record<"store" | "sandbox" | "queue" | "disk", string | null>>;
    }>;
  };
  /** Migrates, probes the sandbox, takes up what a crash left, and begins to run turns. */
  start(): Promise<void>;
  /** Takes no new turns, hands running ones over between two steps (interrupting none), lets go of whoever reads or waits, and releases everything. Resolves within `graceMs` (default 8000). */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}
