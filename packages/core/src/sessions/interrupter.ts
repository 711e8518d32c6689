import { inject, service } from "../di.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, STORE } from "../ports/injection.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { finalMessage } from "../domain/sessions/final-message.ts";
import type { EventDraft } from "../domain/sessions/event.ts";
import { SessionWrites } from "../snapshots/workspace/session-writes.ts";
import { LiveFeed } from "./live-feed.ts";
import { cancelledRequests } from "../domain/sessions/resolve-requests.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import { Runner } from "./runner.ts";
import { SessionProcesses } from "./session-processes.ts";
import { findTurn, openTurn, SessionLog, type Appended } from "./session-log.ts";
import { untilSettled } from "./settled.ts";
import { hasEnded } from "../domain/sessions/turn.ts";
import { resultsOfWaiting } from "./unanswered-calls.ts";

/** How long a caller waits for the end of the turn, which ends in any case. */
const MAX_WAIT_MS = 10_000;

/** The end of a turn that nothing works for. */
async function interruptedEnd(
  repositories: Repositories,
  record: SessionRecord,
  turnId: string,
): Promise<EventDraft[]> {
  const isCurrent = record.state.current_turn?.turn.id === turnId;
  return [
    ...cancelledRequests(record.state, turnId),
    ...(isCurrent ? await resultsOfWaiting(repositories, record) : []),
    finalMessage(turnId, "interrupted", null),
    { type: "turn.ended", turn_id: turnId, stop_reason: "interrupted", error: null },
  ];
}

/** The turn of a schedule's run or a batch's item. Null: none has begun. */
export interface BegunTurn {
  readonly tenant: string;
  readonly session_id: string | null;
  readonly turn_id: string | null;
}

/** A stored interrupt request, to announce after the commit. */
export interface InterruptRequest {
  readonly turnId: string;
  /** The turn was queued, or that of a subagent without a run, and has ended in the same commit. */
  readonly isEnded: boolean;
  readonly appended: Appended;
}

/** Interrupts turns by durable requests, which the turn's run reads now or after a crash. */
@service()
export class Interrupter {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(Runner) private readonly runner: Runner,
    @inject(SessionLog) private readonly log: SessionLog,
    @inject(LiveFeed) private readonly feed: LiveFeed,
    @inject(SessionProcesses) private readonly processes: SessionProcesses,
    @inject(SessionWrites) private readonly writes: SessionWrites,
  ) {}

  /** Interrupts the current turn, or the first queued one. `ended`: whether it ended while the caller waited. */
  async interrupt(
    tenant: string,
    workspaceId: string,
    sessionId: string,
  ): Promise<{ readonly interrupted: boolean; readonly ended: boolean }> {
    const request = await this.store.transaction(async (repositories) => {
      const record = await repositories.sessions.lock(tenant, sessionId);
      const turn = record === null ? null : openTurn(record.state);
      return record === null || turn === null ? null : this.request(repositories, record, turn.turn.id);
    });
    if (request === null) return { interrupted: false, ended: true };
    await this.announce(request);
    const { turnId } = request;
    const ended = await untilSettled({
      feed: this.feed,
      clock: this.clock,
      sessionId,
      ms: MAX_WAIT_MS,
      isSettled: async () => {
        const session = await this.store.sessions.get(tenant, workspaceId, sessionId);
        const turn = session === null ? null : await this.store.turns.get(tenant, sessionId, turnId);
        return turn === null || hasEnded(turn.turn.status);
      },
    });
    return { interrupted: true, ended };
  }

  /** Interrupts one turn after the other until the session is idle, or one does not end in time. */
  async interruptAll(tenant: string, workspaceId: string, sessionId: string): Promise<void> {
    let goesOn = true;
    while (goesOn) {
      const { interrupted, ended } = await this.interrupt(tenant, workspaceId, sessionId);
      goesOn = interrupted && ended;
    }
  }

  /**
   * Interrupts a turn, in a transaction that holds the session's row. A turn that is queued ends in it, and so does that of a subagent
   * without a run, which nobody claims. Any other ends by its run; without one, the session is claimed for that. `before` is appended
   * with it.
   */
  async request(
    repositories: Repositories,
    record: SessionRecord,
    turnId: string,
    before: readonly EventDraft[] = [],
  ): Promise<InterruptRequest> {
    const { current_turn } = record.state;
    const isQueued = current_turn?.turn.id !== turnId;
    const isEnded = isQueued || (record.owner === null && record.parent !== null);
    const end = isEnded ? await interruptedEnd(repositories, record, turnId) : [];
    const appended = await this.log.append(repositories, record, [...before, ...end], (after) => {
      if (!isEnded) return { ...after, interrupt_turn_id: turnId };
      // How often the runs of the first queued turn failed does not concern the turn behind it.
      const isNext = isQueued && openTurn(record.state)?.turn.id === turnId;
      return isNext ? { ...after, attempts: 0 } : after;
    });
    return { turnId, isEnded, appended };
  }

  /** As `request`, for those of the turns that are queued or running. */
  async requestAll(
    repositories: Repositories,
    turns: readonly BegunTurn[],
  ): Promise<readonly InterruptRequest[]> {
    const requests: InterruptRequest[] = [];
    for (const { tenant, session_id, turn_id } of turns) {
      if (session_id === null || turn_id === null) continue;
      const session = await repositories.sessions.lock(tenant, session_id);
      if (session !== null && findTurn(session.state, turn_id) !== null)
        requests.push(await this.request(repositories, session, turn_id));
    }
    return requests;
  }

  /** Notifies the turn's run. Call after the commit. */
  async announce({ turnId, isEnded, appended }: InterruptRequest): Promise<void> {
    const { id, state } = appended.record;
    this.log.announce(appended);
    if (!isEnded) {
      this.runner.interrupt(id, turnId);
      this.store.cluster?.publish([{ type: "interrupt", session_id: id }]);
    } else if (state.current_turn === null) await this.endWork(appended.record, turnId);
  }

  /** No run ends the changes of the turn, or the background processes of the session. */
  private async endWork(record: SessionRecord, turnId: string): Promise<void> {
    const workspace = await this.store.workspaces.get(record.tenant, record.workspace_id);
    if (workspace === null) return;
    // At once, since its parent goes on. The turns of other sessions that end without a run were queued: they have written nothing.
    if (record.parent !== null) await this.writes.end(workspace, record, turnId);
    await this.processes.tryEnd(workspace, record.id);
  }
}
