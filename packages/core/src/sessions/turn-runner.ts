import { SubagentCalls } from "../agent/subagents/subagent-calls.ts";
import { Subagents } from "../agent/subagents/subagents.ts";
import { settleTurnHook, turnOf } from "../agent/hooks.ts";
import { deadlineOf } from "../agent/deadline.ts";
import { toTurnError } from "../agent/turn-error.ts";
import { TurnLoop, type TurnOutcome } from "../agent/turn-loop.ts";
import { TurnPreparer } from "../agent/turn-preparer.ts";
import type { BudgetShare } from "../agent/subagents/shared-budget.ts";
import { SessionBaselines } from "../changes/session-baselines.ts";
import { inject, injectable } from "../di.ts";
import { DomainError } from "../errors/domain-error.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import type { TelemetrySpan } from "../ports/telemetry.ts";
import { TurnTraces } from "../telemetry/turn-traces.ts";
import { WorkspacePlace } from "../workspaces/workspace-place.ts";
import type { WorkspaceRecord } from "../workspaces/workspace.ts";
import { LeaseLost } from "./lease.ts";
import { closingLine } from "./closing-line.ts";
import { SessionProcesses } from "./session-processes.ts";
import type { SessionRun } from "./session-run.ts";
import { markedTurn } from "./steering.ts";
import { isStoreAway } from "./store-away.ts";
import { hasSubagents } from "./subagent-sessions.ts";
import type { StopReason, TurnError } from "./turn.ts";
import { resultsOfWaiting } from "./unanswered-calls.ts";

/** What a subagent's turn has of the turn that called it. */
export interface WithinTurn {
  readonly share: BudgetShare;
  /** When its parent's time is over, by the wall clock. */
  readonly deadline: number;
  readonly span: TelemetrySpan;
}

/** Runs turns of sessions that are held, and ends those that cannot be run. */
@injectable()
export class TurnRunner {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(TurnPreparer) private readonly preparer: TurnPreparer,
    @inject(WorkspacePlace) private readonly place: WorkspacePlace,
    @inject(SessionProcesses) private readonly processes: SessionProcesses,
    @inject(TurnTraces) private readonly traces: TurnTraces,
    @inject(Subagents) private readonly subagents: Subagents,
    @inject(SessionBaselines) private readonly baselines: SessionBaselines,
  ) {}

  /** `within`: of a subagent. Throws `LeaseLost`, and what the store throws that is away; every other failure ends the turn. */
  async runTurn(
    run: SessionRun,
    turnId: string,
    workspace: WorkspaceRecord,
    within: WithinTurn | null = null,
  ): Promise<TurnOutcome> {
    if (await this.endStill(run, workspace)) return "ended";
    try {
      const { reference } = this.preparer.modelOf(workspace);
      if (run.turn === null) await run.append([{ type: "turn.started", turn_id: turnId, model: reference }]);
      if (run.turn === null) throw new Error(`Turn ${turnId} did not start.`);
      run.beginTurn();
      const setup = await this.preparer.prepare(workspace, run.record, run.turn, run.signal);
      const { clock, logger } = this;
      const calls = within === null ? new SubagentCalls(run, workspace, this, this.subagents) : null;
      const { hooks, random } = this.settings;
      const ports = { clock, logger, hooks, random };
      const hooked = turnOf(run, turnId);
      await settleTurnHook("beforeTurn", hooked, () => hooks.beforeTurn?.(hooked), ports);
      const loop = new TurnLoop(run, setup, ports, { calls, within });
      const outcome = await this.traces.follow(run, workspace, run.turn, () => loop.execute(), within?.span);
      await settleTurnHook("afterTurn", hooked, () => hooks.afterTurn?.({ ...hooked, outcome }), ports);
      return outcome;
    } catch (error) {
      if (LeaseLost.isInstance(error)) throw error;
      if (isStoreAway(error)) {
        if (await this.endOverdue(run, turnId, error)) return "ended";
        throw error;
      }
      if (!DomainError.isInstance(error))
        this.logger.error({ error, session_id: run.record.id, turn_id: turnId }, "a turn failed");
      const reason =
        DomainError.isInstance(error) && error.code === "model_unavailable"
          ? "model_error"
          : DomainError.isInstance(error)
            ? "sandbox_error"
            : "crashed";
      await this.baselines.end(workspace, run.record);
      await this.endTurn(run, turnId, reason, toTurnError(error));
      return "ended";
    }
  }

  /** Ends a turn that waits for the store or the disk longer than its time; false where it may go on, or has ended by a commit that nobody knew of. */
  private async endOverdue(run: SessionRun, turnId: string, error: unknown): Promise<boolean> {
    const { turn } = run;
    if (turn?.turn.id !== turnId || this.clock.now() < deadlineOf(turn)) return false;
    const { tenant, workspace_id, id } = run.record;
    const found = await this.store.sessions.get(tenant, workspace_id, id);
    if (found?.state.current_turn?.turn.id !== turnId) return false;
    this.logger.warn({ error, session_id: id, turn_id: turnId }, "a turn's time was over while it waited");
    await this.endTurn(run, turnId, "max_time", null);
    return true;
  }

  /** Ends a turn from outside of its loop, and first what subagents still do for it. */
  async endTurn(run: SessionRun, turnId: string, reason: StopReason, error: TurnError | null): Promise<void> {
    await this.subagents.endAll(run, this);
    await run.endTurn(turnId, { reason, error }, [closingLine(turnId, reason, error)]);
  }

  /** Ends the turn that is to be interrupted where nothing of it goes on: it waits for a person, or is still to begin. Says whether it has. */
  async endStill(run: SessionRun, workspace: WorkspaceRecord): Promise<boolean> {
    const { record } = run;
    const { current_turn, status } = record.state;
    const turnId = markedTurn(record);
    const isStill = current_turn === null || (status === "waiting" && !hasSubagents(record));
    if (turnId === null || !isStill) return false;
    try {
      await this.processes.end(workspace, record.id);
    } catch (error) {
      const fields = { error, session_id: record.id };
      this.logger.error(fields, "the processes of an interrupted turn could not be ended");
    }
    await this.baselines.end(workspace, record);
    const end = { reason: "interrupted", error: null } as const;
    await run.endTurn(turnId, end, [
      ...(await resultsOfWaiting(this.store, record)),
      closingLine(turnId, "interrupted", null),
    ]);
    return true;
  }

  /** Ends what an earlier run of the session left in the sandbox, where that still stands; a turn cannot go on beside it. */
  async endOldProcesses(run: SessionRun, workspace: WorkspaceRecord): Promise<void> {
    const { id } = run.record;
    try {
      await this.place.killGroup(workspace, id);
    } catch (error) {
      if (isStoreAway(error)) throw error;
      this.logger.error({ error, session_id: id }, "the processes of an earlier run could not be ended");
      if (run.turn !== null) await this.endTurn(run, run.turn.turn.id, "sandbox_error", toTurnError(error));
    }
  }
}
