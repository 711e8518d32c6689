import { inject, service } from "../di.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, STORE } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { closingLine } from "../domain/sessions/closing-line.ts";
import type { EventDraft } from "../domain/sessions/event.ts";
import { LiveFeed } from "./live-feed.ts";
import { cancelledRequests } from "../domain/sessions/resolve-requests.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import { Runner } from "./runner.ts";
import { SessionProcesses } from "./session-processes.ts";
import { SessionLog, type Appended } from "./session-log.ts";
import { untilSettled } from "./settled.ts";
import { hasEnded } from "../domain/sessions/turn.ts";
import { resultsOfWaiting } from "./unanswered-calls.ts";

/** How long a caller is held until the turn has ended; it ends all the same when it takes longer. */
const MAX_WAIT_MS = 10_000;

async function interruptedEnd(
  repositories: Repositories,
  record: SessionRecord,
  turnId: string,
): Promise<EventDraft[]> {
  return [
    ...cancelledRequests(record.state, turnId),
    ...(await resultsOfWaiting(repositories, record)),
    closingLine(turnId, "interrupted", null),
    { type: "turn.ended", turn_id: turnId, stop_reason: "interrupted", error: null },
  ];
}

/** A stop that is written down, and what is left of it for after the commit. */
export interface Stop {
  readonly turnId: string;
  /** The turn of a subagent that nobody runs: its end was written with the mark. */
  readonly isEnded: boolean;
  readonly appended: Appended;
}

/** Stops turns: the mark is durable, so that whoever runs the turn, now or after a crash, sees it. */
@service()
export class Interrupter {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(Runner) private readonly runner: Runner,
    @inject(SessionLog) private readonly log: SessionLog,
    @inject(LiveFeed) private readonly feed: LiveFeed,
    @inject(SessionProcesses) private readonly processes: SessionProcesses,
    @inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Interrupts the current turn, or the first queued one. `ended` says whether it did within the time that a caller is held. */
  async interrupt(
    tenant: string,
    workspaceId: string,
    sessionId: string,
  ): Promise<{ readonly interrupted: boolean; readonly ended: boolean }> {
    const stop = await this.store.transaction(async (repositories) => {
      const record = await repositories.sessions.lock(tenant, sessionId);
      const turnId = record?.state.current_turn?.turn.id ?? record?.state.queued_turns[0]?.turn.id;
      return record === null || turnId === undefined ? null : this.mark(repositories, record, turnId);
    });
    if (stop === null) return { interrupted: false, ended: true };
    await this.carryOut(stop);
    const { turnId } = stop;
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
   * InterruptRequests a turn for its runner, in a transaction that holds the session's row. One that nobody runs is claimed to be ended, so that
   * nothing of it is left when the next begins; only a subagent's, which nobody claims, is ended right there. `before` is appended with it.
   */
  async mark(
    repositories: Repositories,
    record: SessionRecord,
    turnId: string,
    before: readonly EventDraft[] = [],
  ): Promise<Stop> {
    const isEnded = record.owner === null && record.parent !== null;
    const end = isEnded ? await interruptedEnd(repositories, record, turnId) : [];
    const appended = await this.log.append(repositories, record, [...before, ...end], (after) =>
      isEnded ? after : { ...after, interrupt_turn_id: turnId },
    );
    return { turnId, isEnded, appended };
  }

  /** Tells the turn's runner, after the commit of its mark. */
  async carryOut({ turnId, isEnded, appended }: Stop): Promise<void> {
    const { id } = appended.record;
    this.log.announce(appended);
    if (isEnded) await this.endProcesses(appended.record);
    this.runner.interrupt(id, turnId);
    this.store.publish([{ type: "interrupt", session_id: id }]);
  }

  /** A subagent that waits has no runner that ends what it left in the background. */
  private async endProcesses({ id, tenant, workspace_id }: SessionRecord): Promise<void> {
    const workspace = await this.store.workspaces.get(tenant, workspace_id);
    if (workspace === null) return;
    try {
      await this.processes.end(workspace, id);
    } catch (error) {
      this.logger.error({ error, session_id: id }, "the processes of an interrupted turn could not be ended");
    }
  }
}
