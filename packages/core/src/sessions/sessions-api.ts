import type { CreateOptions } from "../idempotency/idempotency.ts";
import type { Page } from "../domain/paging.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { UpdateTurn } from "../domain/sessions/chat.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import type { Message } from "../domain/sessions/message.ts";
import type {
  FilteredQuery,
  LogQuery,
  MessageQuery,
  TranscriptQuery,
} from "../domain/sessions/session-query.ts";
import type { AnswerRequest, ResolvedRequest } from "../domain/sessions/request.ts";
import type { ForkSession, Session, UpdateSession } from "../domain/sessions/session.ts";
import type { ExportLine } from "../domain/sessions/session-export.ts";
import type { Turn } from "../domain/sessions/turn.ts";
import type { StreamedEvent, Wait } from "./chat-api.ts";

export interface EventStreamOptions {
  /** The last seq that the reader has. Default 0: the start. A seq beyond the log's end throws `invalid_request`. */
  readonly after?: number | undefined;
  /** Whether to continue with new events; false ends at the current end. Default true. */
  readonly follow?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SessionsApi {
  list(principal: Principal, workspaceId: string, query?: FilteredQuery): Promise<Page<Session>>;
  /** With `wait`, waits until the session is `idle` or `waiting`, or the time is up. */
  get(principal: Principal, workspaceId: string, id: string, wait?: Wait): Promise<Session>;
  /** `metadata` replaces all metadata. Omitted fields stay. */
  update(principal: Principal, workspaceId: string, id: string, change: UpdateSession): Promise<Session>;
  /** Makes a session with copies of the items up to the last complete step, or the last one at or before a message. */
  fork(
    principal: Principal,
    workspaceId: string,
    id: string,
    input?: ForkSession,
    options?: CreateOptions,
  ): Promise<Session>;
  delete(principal: Principal, workspaceId: string, id: string): Promise<void>;
  turns(principal: Principal, workspaceId: string, id: string, query?: FilteredQuery): Promise<Page<Turn>>;
  turn(principal: Principal, workspaceId: string, id: string, turnId: string, wait?: Wait): Promise<Turn>;
  /** Changes the message of a turn that is queued; throws `session_busy` for any other. */
  updateTurn(
    principal: Principal,
    workspaceId: string,
    id: string,
    turnId: string,
    change: UpdateTurn,
  ): Promise<Turn>;
  /** Ends a queued turn `interrupted` before it starts; throws `session_busy` for any other. */
  withdrawTurn(principal: Principal, workspaceId: string, id: string, turnId: string): Promise<void>;
  /** A page of the transcript, oldest first, after a message's `seq`. `cursor` takes precedence over `after`. */
  messages(
    principal: Principal,
    workspaceId: string,
    id: string,
    query?: MessageQuery,
  ): Promise<Page<Message>>;
  /** The complete transcript without what a rewind removed, batch by batch. The session is checked before this resolves. */
  transcript(
    principal: Principal,
    workspaceId: string,
    id: string,
  ): Promise<AsyncIterable<readonly Message[]>>;
  /** The complete transcript, each message as JSON; with `include`, also what a rewind removed. */
  transcriptTexts(
    principal: Principal,
    workspaceId: string,
    id: string,
    query?: TranscriptQuery,
  ): Promise<AsyncIterable<readonly string[]>>;
  /** The complete session with its events, images and subagents' sessions, batch by batch; the last line says that it is complete. The session is checked before this resolves. */
  export(
    principal: Principal,
    workspaceId: string,
    id: string,
  ): Promise<AsyncIterable<readonly ExportLine[]>>;
  /** A page of the log, oldest first. `cursor` takes precedence over `after`. An `after` beyond its end throws `invalid_request`. */
  eventPage(
    principal: Principal,
    workspaceId: string,
    id: string,
    query?: LogQuery,
  ): Promise<Page<SessionEvent>>;
  /** The log from `after`, one `sync`, then new events, batch by batch. Ends for a reader that is too slow, which reconnects with its last seq. */
  events(
    principal: Principal,
    workspaceId: string,
    id: string,
    options?: EventStreamOptions,
  ): Promise<AsyncIterable<readonly StreamedEvent[]>>;
  /**
   * Answers an open request of a session; the turn continues when none is open. Throws `already_resolved`, `not_found`, and
   * `invalid_request` for an answer that does not match.
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
}
