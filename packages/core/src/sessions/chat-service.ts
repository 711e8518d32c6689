import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { checkImages } from "../domain/images/chat-images.ts";
import { Attachments } from "../files/attachments.ts";
import { HostDisk } from "../instance/host-disk.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, STORE } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { ChatApi, ChatOptions, StreamedEvent, Wait } from "./chat-api.ts";
import type { AcceptedTurn, Chat, TurnAddress, TurnResult } from "../domain/sessions/chat.ts";
import { finalMessageOf } from "../domain/sessions/final-message.ts";
import { LiveFeed } from "./live-feed.ts";
import { checkAsked } from "./message-text.ts";
import { readEvents } from "./read-events.ts";
import { Shutdown } from "../instance/shutdown.ts";
import { SessionAccess, noSuchTurn } from "../access/session-access.ts";
import { untilSettled } from "./settled.ts";
import { TurnAcceptance } from "./turn-acceptance.ts";
import { hasEnded, type TurnRecord } from "../domain/sessions/turn.ts";

/** Accepts messages for the agent, streams the events of their turns, and waits for results. */
@service()
export class ChatService implements ChatApi {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SessionAccess) private readonly sessions: SessionAccess,
    @inject(LiveFeed) private readonly feed: LiveFeed,
    @inject(TurnAcceptance) private readonly acceptance: TurnAcceptance,
    @inject(Attachments) private readonly attachments: Attachments,
    @inject(HostDisk) private readonly disk: HostDisk,
    @inject(Shutdown) private readonly shutdown: Shutdown,
  ) {}

  async send(
    principal: Principal,
    workspaceId: string,
    chat: Chat,
    options: ChatOptions = {},
  ): Promise<AcceptedTurn> {
    this.shutdown.assertRunning();
    const assertSpace = await this.disk.checkSpace();
    checkAsked(chat);
    const images = await checkImages(chat.images ?? []);
    const attached = await this.attachedTo(principal, workspaceId, chat);
    return this.acceptance.accept(
      { principal, workspaceId, chat, images, attached, ...options },
      assertSpace,
    );
  }

  /** The files that a message refers to, or the failure to read them, which is none of a message that was accepted before. */
  private async attachedTo(
    principal: Principal,
    workspaceId: string,
    { attachments = [], images = [] }: Chat,
  ) {
    try {
      const files = await this.attachments.read(principal, workspaceId, attachments, images.length);
      return () => files;
    } catch (error) {
      return () => {
        throw error;
      };
    }
  }

  async stream(
    principal: Principal,
    workspaceId: string,
    turn: AcceptedTurn,
    options: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<AsyncIterable<readonly StreamedEvent[]>> {
    await this.sessions.find(principal, workspaceId, turn.session_id);
    return this.eventsOf(principal.tenant, workspaceId, turn, options.signal);
  }

  private async *eventsOf(
    tenant: string,
    workspaceId: string,
    turn: AcceptedTurn,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly StreamedEvent[], void> {
    const events = readEvents(this.store, this.feed, {
      tenant,
      workspaceId,
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
    { session_id, turn_id }: TurnAddress,
    wait: Wait,
  ): Promise<TurnResult> {
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
      const detail = `Turn ${turn_id} of session ${session_id} is still running. Poll it.`;
      throw new DomainError("sync_timeout", detail, { extra: { session_id, turn_id } });
    }
    return this.toResult(principal.tenant, record);
  }

  private async toResult(tenant: string, { turn }: TurnRecord): Promise<TurnResult> {
    const messages = await this.store.messages.ofTurn(tenant, turn.session_id, turn.id);
    return {
      session_id: turn.session_id,
      turn_id: turn.id,
      status: turn.status,
      final_message: finalMessageOf(messages),
      messages: [...messages],
      stats: turn.stats,
      reason: turn.stop_reason,
      error: turn.error,
      ...(turn.output !== undefined && { output: turn.output }),
      ...(turn.output_attempts !== undefined && { output_attempts: turn.output_attempts }),
    };
  }
}
