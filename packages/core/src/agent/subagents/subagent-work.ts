import type { TelemetrySpan } from "../../ports/telemetry.ts";
import { expireRequests } from "../../sessions/expire-requests.ts";
import { LeaseLost } from "../../domain/sessions/lease.ts";
import { firstExpiry } from "../../domain/sessions/request.ts";
import { openTurn } from "../../sessions/session-log.ts";
import type { SessionRun } from "../../sessions/session-run.ts";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import { untilSettled } from "../../sessions/settled.ts";
import { noStats } from "../../domain/sessions/turn.ts";
import type { WithinTurn } from "../running-turn.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import { failure, type ToolOutcome } from "../tool.ts";
import { reportOf, SUBAGENT_DELETED } from "./report.ts";
import type { BudgetShare } from "./shared-budget.ts";
import type { SideBySide } from "./side-by-side.ts";
import type { RunChild } from "./subagent-calls.ts";
import type { Subagents } from "./subagents.ts";

const HANDED_OVER: ToolOutcome = { output: "", suspended: "handed_over" };
const WAITING: ToolOutcome = { output: "", suspended: "waiting" };

/** Continues the subagents of one turn from the state of their sessions. */
export class SubagentWork {
  constructor(
    private readonly run: SessionRun,
    private readonly workspace: WorkspaceRecord,
    private readonly runChild: RunChild,
    private readonly subagents: Subagents,
  ) {}

  /** Continues a subagent until it has ended, or until it waits for a person and no other member works. `deadline`: of the turn, wall-clock time. */
  async settle(
    child: string,
    share: BudgetShare,
    others: SideBySide,
    deadline: number,
    span: TelemetrySpan,
  ): Promise<ToolOutcome> {
    for (;;) {
      const outcome = await this.goOn(child, { share, deadline, span });
      if (outcome.suspended !== "waiting") {
        share.isOpen = outcome.suspended !== undefined;
        others.leave();
        return outcome;
      }
      const goesOn = await others.waitWhileOthersWork((signal) => this.untilAnswered(child, signal));
      if (!goesOn) return outcome;
    }
  }

  /** Continues a subagent until its turn ends, waits or is handed over. */
  private async goOn(child: string, within: WithinTurn): Promise<ToolOutcome> {
    const { stopCause, isDraining } = this.run;
    const isStopped = stopCause === "handed_over" || stopCause === "lease_lost";
    if (isStopped) return HANDED_OVER;
    const record = await this.subagents.find(this.run, child);
    if (record === null) return this.gone(child);
    if (openTurn(record.state) === null) return this.report(record);
    if (record.state.status === "waiting" && stopCause === null) return WAITING;
    if (isDraining && stopCause === null) return HANDED_OVER;
    try {
      const released = await this.subagents.hold(this.run, child, async (run) => {
        within.share.follow(() => run.record.state.last_turn?.stats ?? noStats);
        await this.runChild(run, within);
        return run.record;
      });
      if (released === null) return this.gone(child);
      if (openTurn(released.state) === null) return await this.report(released);
      return released.state.status === "waiting" ? WAITING : HANDED_OVER;
    } catch (error) {
      // Its session may have been deleted under it; then its parent goes on.
      const isGone = LeaseLost.isInstance(error) && (await this.subagents.find(this.run, child)) === null;
      if (!isGone) throw error;
      return this.gone(child);
    }
  }

  private gone(child: string): ToolOutcome {
    const share = { session_id: child, stop_reason: null, stats: noStats };
    return { ...failure(SUBAGENT_DELETED), subagent: share };
  }

  /** The report of an ended subagent. First ends the processes that it left running, also before a restart. */
  private async report({ id, tenant, state: { last_turn } }: SessionRecord): Promise<ToolOutcome> {
    const { processes, store } = this.subagents;
    await processes.tryEnd(this.workspace, id);
    if (last_turn === null) return this.gone(id);
    // The session has its last turn without the output.
    const ended =
      last_turn.output_attempts === undefined ? null : await store.turns.get(tenant, id, last_turn.id);
    return reportOf(ended?.turn ?? last_turn, await store.messages.ofTurn(tenant, id, last_turn.id));
  }

  /** Waits until a person answers the subagent, its requests expire, or `signal` or the turn aborts. */
  private async untilAnswered(child: string, signal: AbortSignal): Promise<void> {
    const { feed, clock, store, log } = this.subagents;
    const record = await this.subagents.find(this.run, child);
    const expiry = firstExpiry(record?.state.pending_requests ?? []);
    if (record === null || expiry === null) return;
    const stop = AbortSignal.any([signal, this.run.signal]);
    const isAnswered = await untilSettled({
      feed,
      clock,
      sessionId: child,
      ms: Math.max(0, expiry - clock.now()),
      signal: stop,
      isSettled: async () => {
        const now = await this.subagents.find(this.run, child);
        return now?.state.status !== "waiting";
      },
    });
    if (!isAnswered && !stop.aborted) await expireRequests(store, log, record, clock.now());
  }
}
