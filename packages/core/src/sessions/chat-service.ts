import { checkAsked, checkMessage, noSuchPrompt } from "./check-message.ts";
import { inject, injectable } from "../di.ts";
import { DomainError } from "../errors/domain-error.ts";
import { Idempotency } from "../idempotency/idempotency.ts";
import { newId } from "../ids.ts";
import { checkImages, type CheckedImage } from "../images/chat-images.ts";
import { fillPrompt } from "../library/prompts/placeholders.ts";
import { CostLimits } from "../models/prices/cost-limits.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, PROMPT_SOURCE, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Repositories, Store } from "../ports/store.ts";
import type { Principal } from "../principals/principal.ts";
import type { AgentService, ChatOptions, StreamedEvent, Wait } from "../service.ts";
import type { Limits } from "../workspaces/config.ts";
import { WorkspaceAccess } from "../workspaces/workspace-access.ts";
import type { WorkspaceRecord } from "../workspaces/workspace.ts";
import { MAX_MESSAGE_BYTES, type AcceptedTurn, type Chat, type TurnResult } from "./chat.ts";
import { effectiveLimits } from "./effective-limits.ts";
import type { EventDraft } from "./event.ts";
import { LiveFeed } from "./live-feed.ts";
import { newSession } from "./new-session.ts";
import type { PromptSource } from "./prompt-source.ts";
import { readEvents } from "./read-events.ts";
import { Runner } from "./runner.ts";
import { SessionAccess, noSuchSession, noSuchTurn } from "./session-access.ts";
import { SessionLog, type Appended } from "./session-log.ts";
import type { SessionRecord } from "./session.ts";
import { untilSettled } from "./settled.ts";
import { hasEnded, type TurnRecord } from "./turn.ts";

type Api = AgentService["chat"];

type TracedChat = Chat & Pick<ChatOptions, "traceparent">;

/** What an idempotency key is kept with: the turn that it made. */
type RememberedTurn = Omit<AcceptedTurn, "status" | "replayed">;

/** A message as the agent is given it. */
interface Given {
  readonly text: string;
  readonly images: readonly CheckedImage[];
}

function drafts(
  turnId: string,
  { source, traceparent }: TracedChat,
  { text, images }: Given,
  limits: Limits,
): EventDraft[] {
  return [
    {
      type: "turn.queued",
      turn_id: turnId,
      source,
      limits,
      ...(traceparent !== undefined && { traceparent }),
    },
    {
      type: "item.completed",
      turn_id: turnId,
      item: {
        item_id: newId("item"),
        turn_id: turnId,
        message_id: newId("msg"),
        kind: "message",
        role: "user",
        status: "completed",
        content: [
          { type: "text", text },
          ...images.map(({ media_type, hash }) => ({ type: "image" as const, media_type, blob: hash })),
        ],
      },
    },
  ];
}

/** Takes messages for the agent: a turn that was accepted is durable and comes to exactly one end. */
@injectable()
export class ChatService implements Api {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(WorkspaceAccess) private readonly workspaces: WorkspaceAccess,
    @inject(SessionAccess) private readonly sessions: SessionAccess,
    @inject(PROMPT_SOURCE) private readonly prompts: PromptSource,
    @inject(Idempotency) private readonly idempotency: Idempotency,
    @inject(SessionLog) private readonly log: SessionLog,
    @inject(LiveFeed) private readonly feed: LiveFeed,
    @inject(Runner) private readonly runner: Runner,
    @inject(CostLimits) private readonly costs: CostLimits,
  ) {}

  async send(
    principal: Principal,
    workspaceId: string,
    chat: Chat,
    { idempotencyKey, onReplay, traceparent }: ChatOptions = {},
  ): Promise<AcceptedTurn> {
    if (!this.runner.isAccepting)
      throw new DomainError("overloaded", "The service is stopping.", { retryAfter: 5 });
    checkAsked(chat);
    this.workspaces.assertVisible(principal, workspaceId);
    const images = await checkImages(chat.images ?? []);
    // A repeat answers in its own mode about the same turn.
    const { mode: _, ...body } = chat;
    const traced = traceparent === undefined ? chat : { ...chat, traceparent };
    const accepted: { log?: Appended; isReplayed: boolean } = { isReplayed: false };
    const turn = await this.idempotency.once<RememberedTurn>(
      {
        principal,
        route: `chat ${workspaceId}`,
        key: idempotencyKey,
        body,
        onReplay: () => (accepted.isReplayed = true),
      },
      async (repositories) => {
        const workspace = await this.workspaces.findReady(principal, workspaceId, repositories);
        const text = await this.textOf(repositories, principal, chat);
        const { remembered, appended } = await this.accept(repositories, workspace, traced, {
          text,
          images,
        });
        accepted.log = appended;
        return remembered;
      },
    );
    if (accepted.isReplayed) return this.replay(principal.tenant, turn, onReplay);
    if (accepted.log !== undefined) this.log.announce(accepted.log);
    this.store.publish([{ type: "work" }]);
    this.runner.wake();
    return { ...turn, status: "queued", replayed: false };
  }

  /** What the agent is told: the stored prompt, filled in, and the message below it. */
  private async textOf(
    repositories: Repositories,
    { tenant, workspace_ids }: Principal,
    { message, prompt }: Chat,
  ): Promise<string> {
    if (prompt === undefined) return message ?? "";
    // Who is bound to workspaces sees nothing of the library.
    const stored = workspace_ids === null ? await this.prompts.find(repositories, tenant, prompt.name) : null;
    if (stored === null) throw noSuchPrompt();
    const filled = fillPrompt(stored.content, prompt.arguments, MAX_MESSAGE_BYTES);
    const text = message === undefined ? filled : `${filled}\n\n${message}`;
    checkMessage(text, "#/prompt");
    return text;
  }

  private async replay(
    tenant: string,
    turn: RememberedTurn,
    onReplay: (() => void) | undefined,
  ): Promise<AcceptedTurn> {
    const record = await this.store.turns.get(tenant, turn.session_id, turn.turn_id);
    if (record === null) throw noSuchTurn();
    onReplay?.();
    return { ...turn, status: record.turn.status, replayed: true };
  }

  private async accept(
    repositories: Repositories,
    workspace: WorkspaceRecord,
    chat: TracedChat,
    given: Given,
  ): Promise<{ remembered: RememberedTurn; appended: Appended }> {
    const limits = effectiveLimits(workspace.config.limits, chat.limits);
    this.costs.check(workspace.config, limits, chat.limits);
    const turnId = newId("turn");
    const queued = drafts(turnId, chat, given, limits);
    let appended: Appended;
    if (chat.session_id === undefined) {
      const record = newSession(workspace, newId("ses"));
      await repositories.sessions.insert(record);
      appended = await this.log.append(repositories, record, [
        { type: "session.started", turn_id: null, workspace_id: workspace.id },
        ...queued,
      ]);
    } else {
      const record = await repositories.sessions.lock(workspace.tenant, chat.session_id);
      if (record === null || record.workspace_id !== workspace.id) throw noSuchSession();
      this.checkBusy(record, chat);
      appended = await this.log.append(repositories, record, queued);
    }
    const first = appended.events.find((event) => event.type === "turn.queued");
    if (first === undefined) throw new Error("A turn was accepted without its first event.");
    const session_id = appended.record.id;
    await repositories.blobs.put(workspace.tenant, session_id, given.images);
    return { remembered: { session_id, turn_id: turnId, first_seq: first.seq }, appended };
  }

  private checkBusy({ state }: SessionRecord, { on_busy }: Chat): void {
    const isBusy = state.status !== "idle";
    if (isBusy && on_busy === "reject")
      throw new DomainError("session_busy", "The session runs a turn already.");
    const waiting = state.queued_turns.length;
    if (waiting >= this.settings.maxQueuedTurns)
      throw new DomainError("queue_full", `${waiting} turns wait in this session already.`, {
        retryAfter: 10,
      });
  }

  async stream(
    principal: Principal,
    workspaceId: string,
    turn: AcceptedTurn,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<AsyncIterable<readonly StreamedEvent[]>> {
    await this.sessions.find(principal, workspaceId, turn.session_id);
    return this.eventsOf(principal.tenant, turn, options.signal);
  }

  private async *eventsOf(
    tenant: string,
    turn: AcceptedTurn,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly StreamedEvent[], void> {
    const events = readEvents(this.store, this.feed, {
      tenant,
      sessionId: turn.session_id,
      after: turn.first_seq - 1,
      follow: true,
      signal,
    });
    for await (const batch of events) {
      const own = batch.filter((event) => event.type !== "sync" && event.turn_id === turn.turn_id);
      if (own.length > 0) yield own;
      if (own.some(({ type }) => type === "turn.ended")) return;
    }
  }

  async result(
    principal: Principal,
    workspaceId: string,
    accepted: AcceptedTurn,
    wait: Wait,
  ): Promise<TurnResult> {
    const { session_id, turn_id } = accepted;
    const read = async (): Promise<TurnRecord> => {
      await this.sessions.find(principal, workspaceId, session_id);
      const record = await this.store.turns.get(principal.tenant, session_id, turn_id);
      if (record === null) throw noSuchTurn();
      return record;
    };
    let record = await read();
    const isSettled = await untilSettled({
      feed: this.feed,
      clock: this.clock,
      sessionId: session_id,
      ms: wait.seconds * 1000,
      signal: wait.signal,
      isSettled: async () => {
        record = await read();
        return hasEnded(record.turn.status) || record.turn.status === "waiting";
      },
    });
    if (!isSettled) {
      const detail = `Turn ${turn_id} of session ${session_id} goes on: poll it.`;
      throw new DomainError("sync_timeout", detail, { extra: { session_id, turn_id } });
    }
    return this.toResult(principal.tenant, record);
  }

  private async toResult(tenant: string, { turn }: TurnRecord): Promise<TurnResult> {
    const messages = await this.store.messages.ofTurn(tenant, turn.session_id, turn.id);
    const last = messages.findLast(({ role, content }) => role === "assistant" && content !== "");
    return {
      session_id: turn.session_id,
      turn_id: turn.id,
      status: turn.status,
      final_message: last?.content ?? "",
      messages: [...messages],
      stats: turn.stats,
      reason: turn.stop_reason,
      error: turn.error,
    };
  }
}
