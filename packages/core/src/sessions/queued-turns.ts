import { inject, service } from "../di.ts";
import { noSuchSession, noSuchTurn, SessionAccess } from "../access/session-access.ts";
import { hasPolicyOf } from "../config/policy.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { actorOf } from "../domain/principals/actor.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { ContentPart } from "../domain/sessions/content.ts";
import type { UpdateTurn } from "../domain/sessions/chat.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import { completeTurn, type Turn, type TurnRecord } from "../domain/sessions/turn.ts";
import { HostDisk } from "../instance/host-disk.ts";
import { SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { Interrupter } from "./interrupter.ts";
import { checkMessage } from "./message-text.ts";
import { SessionLog } from "./session-log.ts";

/** A turn of a session. */
interface TurnPath {
  readonly workspaceId: string;
  readonly sessionId: string;
  readonly turnId: string;
}

/** The content of a message with another text. */
function withText(content: readonly ContentPart[], text: string): ContentPart[] {
  return [{ type: "text", text }, ...content.filter(({ type }) => type !== "text")];
}

/** Changes and withdraws turns that are queued. Each throws `session_busy` for a turn that has started. */
@service()
export class QueuedTurns {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(SessionAccess) private readonly access: SessionAccess,
    @inject(HostDisk) private readonly disk: HostDisk,
    @inject(SessionLog) private readonly log: SessionLog,
    @inject(Interrupter) private readonly interrupter: Interrupter,
  ) {}

  /** Replaces the text of the turn's message. */
  async update(principal: Principal, path: TurnPath, { message }: UpdateTurn): Promise<Turn> {
    checkMessage(message);
    const assertSpace = await this.disk.checkSpace();
    const { turn, appended } = await this.whileQueued(
      principal,
      path,
      async (repositories, record, waiting) => {
        assertSpace();
        if (!hasPolicyOf(this.settings.policyOf, waiting, principal))
          throw new DomainError(
            "not_allowed",
            "The turn runs under the policy of another principal. Withdraw it, and send the message again.",
          );
        const after = waiting.first_seq;
        const [said] = await repositories.events.page(record.tenant, record.id, { after, limit: 1 });
        if (said?.type !== "item.completed") throw new Error(`Turn ${path.turnId} has no message.`);
        const item = { ...said.item, content: withText(said.item.content, message) };
        const changed_by = actorOf(principal);
        const draft = { type: "item.completed" as const, turn_id: path.turnId, item, changed_by };
        return { turn: waiting.turn, appended: await this.log.append(repositories, record, [draft]) };
      },
    );
    this.log.announce(appended);
    return completeTurn(turn);
  }

  /** Ends the turn before it starts. */
  async withdraw(principal: Principal, path: TurnPath): Promise<void> {
    const { appended } = await this.whileQueued(principal, path, (repositories, record) =>
      this.interrupter.request(repositories, record, path.turnId),
    );
    this.log.announce(appended);
  }

  private async whileQueued<T>(
    principal: Principal,
    { workspaceId, sessionId, turnId }: TurnPath,
    work: (repositories: Repositories, record: SessionRecord, waiting: TurnRecord) => Promise<T>,
  ): Promise<T> {
    await this.access.find(principal, workspaceId, sessionId);
    return this.store.transaction(async (repositories) => {
      const record = await repositories.sessions.lock(principal.tenant, sessionId);
      if (record === null) throw noSuchSession();
      const waiting = record.state.queued_turns.find(({ turn }) => turn.id === turnId);
      if (waiting === undefined) throw await this.notQueued(repositories, record, turnId);
      if (record.parent !== null)
        throw new DomainError("session_busy", "The turns of a subagent cannot be changed.");
      return work(repositories, record, waiting);
    });
  }

  private async notQueued(
    { turns }: Repositories,
    { tenant, id }: SessionRecord,
    turnId: string,
  ): Promise<DomainError> {
    const found = await turns.get(tenant, id, turnId);
    if (found === null) return noSuchTurn();
    return new DomainError(
      "session_busy",
      `Turn ${turnId} is ${found.turn.status}. Only queued turns can be changed.`,
    );
  }
}
