import { inject, service } from "../../di.ts";
import type { Clock } from "../../ports/clock.ts";
import { CLOCK, LOGGER, SETTINGS, STORE, type ServiceSettings } from "../../ports/injection.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Store } from "../../ports/store.ts";
import { ActiveRuns } from "../../sessions/active-runs.ts";
import { MAX_ATTEMPTS } from "../../domain/sessions/retries.ts";
import { LeaseLost } from "../../domain/sessions/lease.ts";
import { LiveFeed } from "../../sessions/live-feed.ts";
import { SessionLog } from "../../sessions/session-log.ts";
import { SessionProcesses } from "../../sessions/session-processes.ts";
import { SessionRun } from "../../sessions/session-run.ts";
import type { ClaimedSession, SessionRecord } from "../../domain/sessions/session.ts";
import type { TurnRunner, WithinTurn } from "../turn-runner.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import type { TurnOutcome } from "../../sessions/turn-executor.ts";
import { LogFold } from "../prompt/log-fold.ts";

const CRASHED = `The server stopped unexpectedly ${MAX_ATTEMPTS} times in a row after it had taken the subagent up again.`;

/** What runs the turns of subagents, given by who runs those of their parents. */
export type Turns = Pick<TurnRunner, "runTurn" | "endTurn" | "endOldProcesses">;

/** The turn of a session that is to be run or goes on, or null when there is none. */
export function openTurnOf({ state }: SessionRecord) {
  return state.current_turn ?? state.queued_turns[0] ?? null;
}

/** Takes the sessions of subagents for those who hold their parents, and runs them. */
@service()
export class Subagents {
  constructor(
    @inject(STORE) readonly store: Store,
    @inject(CLOCK) readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SessionLog) readonly log: SessionLog,
    @inject(LiveFeed) readonly feed: LiveFeed,
    @inject(ActiveRuns) private readonly active: ActiveRuns,
    @inject(SessionProcesses) private readonly processes: SessionProcesses,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
  ) {}

  find({ record }: SessionRun, id: string): Promise<SessionRecord | null> {
    return this.store.sessions.get(record.tenant, record.workspace_id, id);
  }

  /**
   * Takes a subagent's session, from whoever held it: who holds the lease of the parent may. Null when it is gone; throws `LeaseLost`
   * when the parent is another's.
   */
  private async claim(parent: SessionRun, id: string): Promise<ClaimedSession | null> {
    const { tenant } = parent.record;
    return this.store.transaction(async (repositories) => {
      const record = await repositories.sessions.lock(tenant, id);
      const holder = await this.log.lockAsOwner(repositories, tenant, parent.lease);
      if (record === null) return null;
      const claimed: SessionRecord = {
        ...record,
        owner: parent.lease.owner,
        epoch: record.epoch + 1,
        lease_until: holder.lease_until,
      };
      await repositories.sessions.save(claimed);
      return { ...claimed, previous_owner: record.owner };
    });
  }

  /** Holds a subagent's session while `work` is done with it, bound to the stops of its parent. Null when it is gone. */
  async hold<T>(parent: SessionRun, id: string, work: (run: SessionRun) => Promise<T>): Promise<T | null> {
    const record = await this.claim(parent, id);
    if (record === null) return null;
    const { store, log, feed, clock } = this;
    const run = new SessionRun(
      { store, log, feed, clock, onRecovered: () => parent.attempt.recovered() },
      record,
      parent.lease.owner,
      this.settings.lease.maxUnrenewedMs,
    );
    if (parent.isDraining) run.drain();
    const { signal } = parent;
    const stop = () => run.stop(parent.stopCause ?? "interrupted");
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    this.active.addChild(run);
    try {
      return await work(run);
    } finally {
      signal.removeEventListener("abort", stop);
      this.active.remove(run);
    }
  }

  /** Stops what is done here for a subagent's session, without a word in its log. */
  abandon(id: string): void {
    this.active.get(id)?.stop("lease_lost");
  }

  /** Runs the turn of a session that is held, from wherever it stands, with the workspace's config of the moment. */
  async run(run: SessionRun, turns: Turns, within: WithinTurn): Promise<TurnOutcome> {
    const { record } = run;
    const open = openTurnOf(record);
    if (open === null) return "ended";
    const turnId = open.turn.id;
    if (record.attempts >= MAX_ATTEMPTS) {
      await run.attempt.recovered();
      await turns.endTurn(run, turnId, "crashed", { code: "internal", detail: CRASHED });
      return "ended";
    }
    const workspace = await this.store.workspaces.get(record.tenant, record.workspace_id);
    if (workspace === null) throw new LeaseLost(record.id);
    if (workspace.status === "deleting") {
      await turns.endTurn(run, turnId, "interrupted", null);
      return "ended";
    }
    const log = new LogFold();
    await run.load(log);
    if (run.attempt.isTakenOver) await turns.endOldProcesses(run, workspace);
    if (openTurnOf(run.record) === null) return "ended";
    const outcome = await turns.runTurn(run, log, turnId, workspace, within);
    if (outcome === "handed_over") await run.release();
    return outcome;
  }

  /** Ends what a subagent has left running. */
  async endProcesses(workspace: WorkspaceRecord, id: string): Promise<void> {
    try {
      await this.processes.end(workspace, id);
    } catch (error) {
      this.logger.error({ error, session_id: id }, "the processes of a subagent could not be ended");
    }
  }

  /** Ends the subagents of a turn that cannot go on itself. */
  async endAll(parent: SessionRun, turns: Turns): Promise<void> {
    const { tenant, workspace_id, state } = parent.record;
    const open = state.current_turn?.subagents?.open ?? [];
    if (open.length === 0) return;
    const workspace = await this.store.workspaces.get(tenant, workspace_id);
    for (const { session_id } of open) {
      await this.hold(parent, session_id, async (run) => {
        const turn = openTurnOf(run.record);
        if (turn !== null) await turns.endTurn(run, turn.turn.id, "interrupted", null);
      });
      if (workspace !== null) await this.endProcesses(workspace, session_id);
    }
  }
}
