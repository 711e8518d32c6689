import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { nextTask } from "../runtime/next-task.ts";
import { decodeNumber, DEFAULT_PAGE, newestPage, toPage, type Page } from "../domain/paging.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, STORE } from "../ports/injection.ts";
import type { MessagePage, Store } from "../ports/store.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { StreamedEvent, Wait } from "./chat-api.ts";
import type { SessionsApi } from "./sessions-api.ts";
import { WorkspaceAccess } from "../access/workspace-access.ts";
import type { UpdateTurn } from "../domain/sessions/chat.ts";
import { completeEvent, type SessionEvent } from "../domain/sessions/event.ts";
import { Interrupter } from "./interrupter.ts";
import { LiveFeed } from "./live-feed.ts";
import type { Message } from "../domain/sessions/message.ts";
import { currentRanges, type SeqRange } from "../domain/sessions/rewinds.ts";
import type {
  EventStream,
  FilteredQuery,
  LogQuery,
  MessageQuery,
  TranscriptQuery,
} from "../domain/sessions/session-query.ts";
import { QueuedTurns } from "./queued-turns.ts";
import { readEvents } from "./read-events.ts";
import type { ResolvedRequest } from "../domain/sessions/request.ts";
import { RequestsService } from "./requests-service.ts";
import { noSuchSession, noSuchTurn, SessionAccess } from "../access/session-access.ts";
import { SessionExport } from "./session-export.ts";
import { SessionFork } from "./session-fork.ts";
import { SessionProcesses } from "./session-processes.ts";
import { SessionRemoval } from "./session-removal.ts";
import type { Session, SessionRecord, UpdateSession } from "../domain/sessions/session.ts";
import { untilSettled } from "./settled.ts";
import { toSession } from "./to-session.ts";
import { completeTurn, withoutOutput, hasEnded, type Turn } from "../domain/sessions/turn.ts";

const TRANSCRIPT_PAGE = 64;

type ReadMessages<T> = (page: MessagePage) => Promise<readonly T[]>;

/** Everything that `read` returns of the ranges, page by page. */
async function* inPages<T extends { readonly seq: number }>(
  ranges: readonly SeqRange[],
  read: ReadMessages<T>,
): AsyncGenerator<readonly T[], void> {
  for (const { after: from, through } of ranges) {
    let after = from;
    for (let isLast = false; !isLast;) {
      const page = await read({ after, through, limit: TRANSCRIPT_PAGE });
      if (page.length > 0) yield page;
      isLast = page.length < TRANSCRIPT_PAGE;
      after = page.at(-1)?.seq ?? after;
      // A store may answer within the same task.
      await nextTask();
    }
  }
}

/** The first of what `read` returns of the ranges. */
async function firstOf<T>(ranges: readonly SeqRange[], limit: number, read: ReadMessages<T>): Promise<T[]> {
  const found: T[] = [];
  for (const range of ranges) {
    if (found.length >= limit) break;
    found.push(...(await read({ ...range, limit: limit - found.length })));
  }
  return found;
}

/** The ranges of a log that its transcript has now, or with `include` ever had. */
const rangesOf = ({ state }: SessionRecord, { include }: TranscriptQuery = {}, after = 0) =>
  currentRanges(include === "rewound" ? {} : state, { after, through: Number.MAX_SAFE_INTEGER });

const hasSettled = (turn: Turn) => hasEnded(turn.status) || turn.status === "waiting";

function checkAfter({ next_seq }: SessionRecord, after: number): void {
  if (after < next_seq) return;
  throw new DomainError("invalid_request", `The log ends at ${next_seq - 1}; there is no event ${after}.`);
}

@service()
export class SessionsService implements SessionsApi {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(WorkspaceAccess) private readonly workspaces: WorkspaceAccess,
    @inject(SessionAccess) private readonly access: SessionAccess,
    @inject(Interrupter) private readonly interrupter: Interrupter,
    @inject(LiveFeed) private readonly feed: LiveFeed,
    @inject(SessionFork) private readonly forks: SessionFork,
    @inject(SessionProcesses) private readonly processes: SessionProcesses,
    @inject(RequestsService) private readonly requests: RequestsService,
    @inject(SessionRemoval) private readonly removal: SessionRemoval,
    @inject(SessionExport) private readonly exporting: SessionExport,
    @inject(QueuedTurns) private readonly queued: QueuedTurns,
  ) {}

  async list(principal: Principal, workspaceId: string, query: FilteredQuery): Promise<Page<Session>> {
    await this.workspaces.find(principal, workspaceId);
    const { items, next } = await newestPage(query, (page) =>
      this.store.sessions.list(principal.tenant, workspaceId, { ...page, metadata: query.metadata }),
    );
    return { items: items.map(toSession), next };
  }

  async get(principal: Principal, workspaceId: string, id: string, wait?: Wait): Promise<Session> {
    let record = await this.access.find(principal, workspaceId, id);
    if (wait !== undefined && wait.seconds > 0) {
      await this.wait(id, wait, async () => {
        record = await this.access.find(principal, workspaceId, id);
        return record.state.status === "idle" || record.state.status === "waiting";
      });
    }
    return toSession(record);
  }

  private wait(sessionId: string, wait: Wait, isSettled: () => Promise<boolean>): Promise<boolean> {
    return untilSettled({
      feed: this.feed,
      clock: this.clock,
      sessionId,
      ms: wait.seconds * 1000,
      signal: wait.signal,
      isSettled,
    });
  }

  async update(
    principal: Principal,
    workspaceId: string,
    id: string,
    { name, metadata }: UpdateSession,
  ): Promise<Session> {
    await this.access.find(principal, workspaceId, id);
    return this.store.transaction(async (repositories) => {
      const record = await repositories.sessions.lock(principal.tenant, id);
      if (record === null) throw noSuchSession();
      const changed = {
        ...record,
        ...(name !== undefined && { name }),
        ...(metadata !== undefined && { metadata }),
      };
      await repositories.sessions.save(changed);
      return toSession(changed);
    });
  }

  fork(...given: Parameters<SessionFork["fork"]>): Promise<Session> {
    return this.forks.fork(...given);
  }

  answerRequest(...given: Parameters<SessionsApi["answerRequest"]>): Promise<ResolvedRequest> {
    return this.requests.answer(...given);
  }

  async delete(principal: Principal, workspaceId: string, id: string): Promise<void> {
    await this.access.find(principal, workspaceId, id);
    await this.removal.remove(await this.workspaces.find(principal, workspaceId), id);
  }

  async turns(
    principal: Principal,
    workspaceId: string,
    id: string,
    query: FilteredQuery,
  ): Promise<Page<Turn>> {
    await this.access.find(principal, workspaceId, id);
    const { items, next } = await newestPage(query, async (page) => {
      const records = await this.store.turns.list(principal.tenant, id, {
        ...page,
        metadata: query.metadata,
      });
      return records.map(({ turn }) => turn);
    });
    return { items: items.map((turn) => withoutOutput(completeTurn(turn))), next };
  }

  async turn(
    principal: Principal,
    workspaceId: string,
    id: string,
    turnId: string,
    wait?: Wait,
  ): Promise<Turn> {
    await this.access.find(principal, workspaceId, id);
    const read = async () => {
      const record = await this.store.turns.get(principal.tenant, id, turnId);
      if (record === null) throw noSuchTurn();
      return completeTurn(record.turn);
    };
    let turn = await read();
    if (wait !== undefined && wait.seconds > 0) {
      await this.wait(id, wait, async () => {
        turn = await read();
        return hasSettled(turn);
      });
    }
    return turn;
  }

  updateTurn(
    principal: Principal,
    workspaceId: string,
    sessionId: string,
    turnId: string,
    change: UpdateTurn,
  ): Promise<Turn> {
    return this.queued.update(principal, { workspaceId, sessionId, turnId }, change);
  }

  withdrawTurn(principal: Principal, workspaceId: string, sessionId: string, turnId: string): Promise<void> {
    return this.queued.withdraw(principal, { workspaceId, sessionId, turnId });
  }

  async messages(
    principal: Principal,
    workspaceId: string,
    id: string,
    { after = 0, limit = DEFAULT_PAGE, cursor, include }: MessageQuery,
  ): Promise<Page<Message>> {
    const record = await this.access.find(principal, workspaceId, id);
    const from = cursor === undefined ? after : decodeNumber(cursor);
    const { messages } = this.store;
    const read = (page: MessagePage) => messages.page(principal.tenant, id, page);
    const rows = await firstOf(rangesOf(record, { include }, from), limit + 1, read);
    return toPage(rows, limit, (row) => row.seq);
  }

  async transcript(
    principal: Principal,
    workspaceId: string,
    id: string,
  ): Promise<AsyncIterable<readonly Message[]>> {
    const record = await this.access.find(principal, workspaceId, id);
    const { messages } = this.store;
    return inPages(rangesOf(record), (page) => messages.page(principal.tenant, id, page));
  }

  async transcriptTexts(
    principal: Principal,
    workspaceId: string,
    id: string,
    query?: TranscriptQuery,
  ): Promise<AsyncIterable<readonly string[]>> {
    const record = await this.access.find(principal, workspaceId, id);
    const { messages } = this.store;
    const pages = inPages(rangesOf(record, query), (page) => messages.pageTexts(principal.tenant, id, page));
    return (async function* () {
      for await (const page of pages) yield page.map(({ text }) => text);
    })();
  }

  export(...given: Parameters<SessionsApi["export"]>): ReturnType<SessionsApi["export"]> {
    return this.exporting.export(...given);
  }

  async events(
    principal: Principal,
    workspaceId: string,
    id: string,
    { after, follow, signal }: EventStream,
  ): Promise<AsyncIterable<readonly StreamedEvent[]>> {
    checkAfter(await this.access.find(principal, workspaceId, id), after);
    return readEvents(this.store, this.feed, {
      tenant: principal.tenant,
      workspaceId,
      sessionId: id,
      after,
      follow,
      signal,
    });
  }

  async eventPage(
    principal: Principal,
    workspaceId: string,
    id: string,
    { after = 0, limit = DEFAULT_PAGE, cursor }: LogQuery,
  ): Promise<Page<SessionEvent>> {
    const record = await this.access.find(principal, workspaceId, id);
    const from = cursor === undefined ? after : decodeNumber(cursor);
    checkAfter(record, from);
    const rows = await this.store.events.page(principal.tenant, id, { after: from, limit: limit + 1 });
    return toPage(rows.map(completeEvent), limit, (row) => row.seq);
  }

  async interrupt(principal: Principal, workspaceId: string, id: string): Promise<{ interrupted: boolean }> {
    await this.access.find(principal, workspaceId, id);
    const { interrupted } = await this.interrupter.interrupt(principal.tenant, workspaceId, id);
    // An interrupt between two turns ends background processes too.
    if (!interrupted) await this.processes.end(await this.workspaces.find(principal, workspaceId), id);
    return { interrupted };
  }
}
