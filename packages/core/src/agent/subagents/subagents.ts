import { inject, service } from "../../di.ts";
import type { Clock } from "../../ports/clock.ts";
import { CLOCK, SETTINGS, STORE, type ServiceSettings } from "../../ports/injection.ts";
import type { Store } from "../../ports/store.ts";
import { ActiveRuns } from "../../sessions/active-runs.ts";
import { finalMessage } from "../../domain/sessions/final-message.ts";
import { LiveFeed } from "../../sessions/live-feed.ts";
import { openTurn, SessionLog } from "../../sessions/session-log.ts";
import { SessionProcesses } from "../../sessions/session-processes.ts";
import { SessionRun } from "../../sessions/session-run.ts";
import { resultsOfWaiting } from "../../sessions/unanswered-calls.ts";
import type { ClaimedSession, SessionRecord } from "../../domain/sessions/session.ts";
import { SessionWrites } from "../../snapshots/workspace/session-writes.ts";

/** Claims the sessions of subagents for the runs of their parents. */
@service()
export class Subagents {
  constructor(
    @inject(STORE) readonly store: Store,
    @inject(CLOCK) readonly clock: Clock,
    @inject(SessionLog) readonly log: SessionLog,
    @inject(LiveFeed) readonly feed: LiveFeed,
    @inject(ActiveRuns) private readonly active: ActiveRuns,
    @inject(SessionProcesses) readonly processes: SessionProcesses,
    @inject(SessionWrites) private readonly writes: SessionWrites,
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
  async hold<T>(
    parent: SessionRun,
    id: string,
    work: (run: SessionRun) => Promise<T>,
    onRecovered: () => Promise<void> = () => parent.recovered(),
  ): Promise<T | null> {
    const record = await this.claim(parent, id);
    if (record === null) return null;
    const { store, log, clock } = this;
    const run = new SessionRun(
      { store, log, clock, onRecovered },
      record,
      parent.lease.owner,
      this.settings.lease.maxUnrenewedMs,
    );
    if (parent.isDraining) run.drain();
    const { signal } = parent;
    const stop = () => run.stop(parent.stopCause ?? "interrupted");
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    this.active.add(run, null);
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

  /** Ends the subagents of a turn that cannot go on itself. */
  async endAll(parent: SessionRun): Promise<void> {
    const { tenant, workspace_id, state } = parent.record;
    const open = state.current_turn?.subagents?.open ?? [];
    if (open.length === 0) return;
    const workspace = await this.store.workspaces.get(tenant, workspace_id);
    for (const { session_id } of open) {
      const end = async (run: SessionRun) => {
        const turn = openTurn(run.record.state)?.turn;
        if (turn === undefined) return;
        if (workspace !== null) await this.writes.endUnseen(workspace, session_id);
        const results = await resultsOfWaiting(this.store, run.record);
        const line = finalMessage(turn.id, "interrupted", null);
        await run.endTurn(turn.id, { reason: "interrupted", error: null }, [...results, line]);
      };
      // A subagent that is ended is no progress of its parent: the parent's attempts stay.
      await this.hold(parent, session_id, end, () => Promise.resolve());
      if (workspace !== null) await this.processes.tryEnd(workspace, session_id);
    }
  }
}
