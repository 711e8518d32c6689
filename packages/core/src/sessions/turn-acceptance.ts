import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { invalidAt } from "../domain/errors/invalid-field.ts";
import { newId } from "../domain/ids.ts";
import type { CheckedImage } from "../domain/images/chat-images.ts";
import type { AttachedFile } from "../files/attachments.ts";
import { Idempotency } from "../idempotency/idempotency.ts";
import { PROMPT_SOURCE, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { PromptSource } from "../ports/prompt-source.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { requirePart } from "../ports/store-parts.ts";
import { actorOf } from "../domain/principals/actor.ts";
import type { Principal } from "../domain/principals/principal.ts";
import { WorkspaceAccess } from "../access/workspace-access.ts";
import { textOf } from "./message-text.ts";
import { Runner } from "./runner.ts";
import { refuseTakenNames } from "../config/caller-tools.ts";
import { hasPolicyOf, subjectOf } from "../config/policy.ts";
import type { ChatOptions } from "./chat-api.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import type { AcceptedTurn, Chat } from "../domain/sessions/chat.ts";
import type { EventDraft } from "../domain/sessions/event.ts";
import { Interrupter, type InterruptRequest } from "./interrupter.ts";
import type { Item } from "../domain/sessions/item.ts";
import { newSession } from "./new-session.ts";
import { noSuchSession, noSuchTurn } from "../access/session-access.ts";
import { SessionLog, type Appended } from "./session-log.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import { storeForTurn, turnToJoin } from "./steering.ts";
import { TenantBudgets } from "../usage/tenant-budgets.ts";
import { FIRST_TURN_SEQ } from "../domain/sessions/project-session.ts";
import { takesNoMessages } from "./subagent-sessions.ts";
import { TurnChecks } from "./turn-checks.ts";
import type { Source, TurnRecord, TurnStatus } from "../domain/sessions/turn.ts";

/** What is stored under an idempotency key: the turn that the message started or joined. */
type RememberedTurn = Omit<AcceptedTurn, "status" | "replayed">;

/** A message with what it is sent with. */
export interface SentMessage extends ChatOptions {
  readonly principal: Principal;
  readonly workspaceId: string;
  readonly chat: Omit<Chat, "source"> & { readonly source: Source };
  readonly images: readonly CheckedImage[];
  /** Throws what is wrong with the attachments: not for a message that was accepted before. */
  readonly attached: () => readonly AttachedFile[];
}

/** A message as the agent receives it. */
interface Given {
  readonly text: string;
  readonly images: readonly CheckedImage[];
  readonly attached: readonly AttachedFile[];
}

const imagePart = ({ media_type, hash }: CheckedImage) => ({
  type: "image" as const,
  media_type,
  blob: hash,
});

/** An accepted message, to announce after the commit. */
export interface Acceptance {
  readonly remembered: RememberedTurn;
  readonly status: TurnStatus;
  /** A new turn, and with `on_busy: "interrupt"` the request; null where the message joins the running turn. */
  readonly made: Appended | InterruptRequest | null;
}

export function messageItem(turnId: string, { text, images, attached }: Given): Item {
  return {
    item_id: newId("item"),
    turn_id: turnId,
    message_id: newId("msg"),
    kind: "message",
    role: "user",
    status: "completed",
    content: [
      { type: "text", text },
      ...images.map(imagePart),
      ...attached.flatMap(({ image, path, size, text: shown }) => [
        { type: "attachment" as const, path, size, text: shown },
        ...(image === null ? [] : [imagePart(image)]),
      ]),
    ],
  };
}

async function keepImages(
  repositories: Repositories,
  { tenant, id }: SessionRecord,
  { images: own, attached }: Given,
): Promise<void> {
  const images = [...own, ...attached.flatMap(({ image }) => (image === null ? [] : [image]))];
  if (images.length > 0) await requirePart(repositories, "blobs").put(tenant, id, images);
}

const isRewinding = () =>
  new DomainError(
    "session_busy",
    "The files of the session are being rewound. If nobody waits for that any more, repeat the rewind.",
  );

/** Decides what a message becomes: a turn of a new session, the next or the last one of a session, or a part of the running turn. */
@service()
export class TurnAcceptance {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(WorkspaceAccess) private readonly workspaces: WorkspaceAccess,
    @inject(PROMPT_SOURCE) private readonly prompts: PromptSource,
    @inject(Idempotency) private readonly idempotency: Idempotency,
    @inject(SessionLog) private readonly log: SessionLog,
    @inject(Interrupter) private readonly interrupter: Interrupter,
    @inject(TurnChecks) private readonly checks: TurnChecks,
    @inject(TenantBudgets) private readonly budgets: TenantBudgets,
    @inject(Runner) private readonly runner: Runner,
  ) {}

  /** Accepts a message durably, in one transaction with its idempotency key. `assertSpace` throws where the disk is full. */
  async accept(sent: SentMessage, assertSpace: () => void): Promise<AcceptedTurn> {
    const { principal, workspaceId, chat, idempotencyKey, onReplay } = sent;
    // A repeat may ask for another mode of the same turn.
    const { mode: _, ...body } = chat;
    refuseTakenNames(chat.tools ?? [], this.settings.toolNames, ["tools"]);
    this.checks.output(chat);
    const accepted: { acceptance: Acceptance | null } = { acceptance: null };
    const route = `chat ${workspaceId}`;
    const turn = await this.idempotency.once<RememberedTurn>(
      { principal, route, idempotencyKey, body, onReplay: () => (accepted.acceptance = null) },
      async (repositories) => {
        assertSpace();
        accepted.acceptance = await this.acceptIn(repositories, sent);
        return accepted.acceptance.remembered;
      },
    );
    const { acceptance } = accepted;
    if (acceptance === null) {
      const record = await this.store.turns.get(principal.tenant, turn.session_id, turn.turn_id);
      if (record === null) throw noSuchTurn();
      onReplay?.();
      return { ...turn, status: record.turn.status, replayed: true };
    }
    await this.announce(acceptance);
    return { ...turn, status: acceptance.status, replayed: false };
  }

  /** Notifies whoever runs and watches the turn. Call after the commit. */
  async announce({ made }: Acceptance): Promise<void> {
    if (made === null) return;
    const { appended } = "turnId" in made ? made : { appended: made };
    if ("turnId" in made) await this.interrupter.announce(made);
    else this.log.announce(appended);
    this.runner.offer(appended.record);
  }

  /** Accepts a message in the caller's transaction. A refusal may come after a write, so the caller undoes the transaction. */
  async acceptIn(repositories: Repositories, sent: SentMessage): Promise<Acceptance> {
    const { principal, chat, images, attached } = sent;
    const workspace = await this.workspaces.findReady(principal, sent.workspaceId, repositories);
    const text = await textOf(this.prompts, repositories, principal, chat);
    const given = { text, images, attached: attached() };
    const { session_id } = chat;
    if (session_id === undefined) {
      const record = { ...newSession(workspace, newId("ses")), principal: principal.id };
      await repositories.sessions.insert(record);
      return this.queue(repositories, workspace, record, sent, given);
    }
    const record = await repositories.sessions.lock(workspace.tenant, session_id);
    if (record === null || record.workspace_id !== workspace.id) throw noSuchSession();
    if (record.parent !== null) throw takesNoMessages(record.parent);
    if (record.state.is_rewinding === true) throw isRewinding();
    if (chat.on_busy === "reject" && record.state.status !== "idle")
      throw new DomainError("session_busy", "The session is already running a turn.");
    const running = chat.on_busy === "steer" ? turnToJoin(record) : null;
    if (running !== null && hasPolicyOf(this.settings.policyOf, running, principal))
      return this.join(repositories, record, running, sent, given);
    // A turn that queues behind another principal's counts towards that principal's limit.
    const own = record.state.status === "idle" ? { ...record, principal: principal.id } : record;
    return this.queue(repositories, workspace, own, sent, given);
  }

  private async join(
    repositories: Repositories,
    record: SessionRecord,
    { turn }: TurnRecord,
    { principal, chat }: SentMessage,
    given: Given,
  ): Promise<Acceptance> {
    await this.budgets.assertLeft(subjectOf(principal), repositories);
    for (const field of ["limits", "metadata", "tools", "output"] as const) {
      if (chat[field] === undefined) continue;
      throw invalidAt(`#/${field}`, `A message that joins the running turn cannot change its ${field}.`);
    }
    await storeForTurn(repositories, record, messageItem(turn.id, given), this.settings.maxQueuedTurns);
    await keepImages(repositories, record, given);
    const remembered = { session_id: record.id, turn_id: turn.id, first_seq: record.next_seq };
    return { remembered, status: turn.status, made: null };
  }

  private async queue(
    repositories: Repositories,
    workspace: WorkspaceRecord,
    record: SessionRecord,
    { principal, chat, traceparent }: SentMessage,
    given: Given,
  ): Promise<Acceptance> {
    const { state, next_seq } = record;
    const waiting = state.queued_turns.length;
    if (waiting >= this.settings.maxQueuedTurns)
      throw new DomainError("queue_full", `The session already has ${waiting} queued turns.`, {
        retryAfter: 10,
      });
    const limits = this.checks.limits(workspace, principal, () => chat.limits);
    await this.budgets.assertLeft(subjectOf(principal), repositories);
    const turnId = newId("turn");
    const isNext = chat.on_busy === "interrupt" && state.status !== "idle";
    const isNew = next_seq === 1;
    const drafts: EventDraft[] = [
      ...(isNew
        ? [{ type: "session.started" as const, turn_id: null, workspace_id: record.workspace_id }]
        : []),
      {
        type: "turn.queued",
        turn_id: turnId,
        source: chat.source,
        limits,
        ...(isNext && { is_next: true }),
        ...(traceparent !== undefined && { traceparent }),
        by: actorOf(principal),
        ...(chat.metadata !== undefined && { metadata: chat.metadata }),
        ...(chat.output !== undefined && { output: chat.output }),
        ...(chat.tools !== undefined && chat.tools.length > 0 && { tools: chat.tools }),
      },
      { type: "item.completed", turn_id: turnId, item: messageItem(turnId, given) },
    ];
    const current = isNext ? state.current_turn : null;
    const made =
      current === null
        ? await this.log.append(repositories, record, drafts)
        : await this.interrupter.request(repositories, record, current.turn.id, drafts);
    await keepImages(repositories, record, given);
    const remembered = {
      session_id: record.id,
      turn_id: turnId,
      first_seq: isNew ? FIRST_TURN_SEQ : next_seq,
    };
    return { remembered, status: "queued", made };
  }
}
