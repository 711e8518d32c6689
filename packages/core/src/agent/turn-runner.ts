import { SubagentCalls } from "./subagents/subagent-calls.ts";
import { Subagents } from "./subagents/subagents.ts";
import { settleTurnHook, turnOf } from "./hooks.ts";
import { deadlineOf } from "./deadline.ts";
import { toTurnError } from "./turn-error.ts";
import { AGENT_SETTINGS, type AgentSettings } from "./agent-settings.ts";
import { LogFold } from "./prompt/log-fold.ts";
import { TurnLoop } from "./turn-loop.ts";
import { TurnPreparer } from "./turn-preparer.ts";
import type { BudgetShare } from "./subagents/shared-budget.ts";
import { SessionBaselines } from "../changes/session-baselines.ts";
import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import type { TelemetrySpan } from "../ports/telemetry.ts";
import type { TurnTrace } from "./trace/turn-trace.ts";
import { TurnTraces } from "./trace/turn-traces.ts";
import { WorkspaceEnvironment } from "../workspaces/workspace-environment.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { LeaseLost } from "../domain/sessions/lease.ts";
import { closingLine } from "../domain/sessions/closing-line.ts";
import { SessionProcesses } from "../sessions/session-processes.ts";
import type { SessionRun } from "../sessions/session-run.ts";
import { markedTurn } from "../sessions/steering.ts";
import { isStoreUnavailable } from "../sessions/store-unavailable.ts";
import type { TurnExecutor, TurnOutcome, TurnWorker } from "../sessions/turn-executor.ts";
import { hasSubagents } from "../sessions/subagent-sessions.ts";
import type { StopReason, TurnError } from "../domain/sessions/turn.ts";
import { resultsOfWaiting } from "../sessions/unanswered-calls.ts";

/** What a subagent's turn has of the turn that called it. */
export interface WithinTurn {
  readonly share: BudgetShare;
  /** When its parent's time is over, by the wall clock. */
  readonly deadline: number;
  readonly span: TelemetrySpan;
}

/** Runs turns of sessions that are held, and ends those that cannot be run. */
@service()
export class TurnRunner implements TurnExecutor {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(AGENT_SETTINGS) private readonly agent: AgentSettings,
    @inject(TurnPreparer) private readonly preparer: TurnPreparer,
    @inject(WorkspaceEnvironment) private readonly place: WorkspaceEnvironment,
    @inject(SessionProcesses) private readonly processes: SessionProcesses,
    @inject(TurnTraces) private readonly traces: TurnTraces,
    @inject(Subagents) private readonly subagents: Subagents,
    @inject(SessionBaselines) private readonly baselines: SessionBaselines,
  ) {}

  open(run: SessionRun): TurnWorker {
    const view = new LogFold();
    return {
      view,
      runTurn: (turnId, workspace) => this.runTurn(run, view, turnId, workspace),
      endTurn: (turnId, reason, error) => this.endTurn(run, turnId, reason, error),
      endStill: (workspace) => this.endStill(run, workspace),
      endOldProcesses: (workspace) => this.endOldProcesses(run, workspace),
    };
  }

  /** `log`: what the run was loaded with; `within`: of a subagent. Throws `LeaseLost`, and what the store throws that is away; every other failure ends the turn. */
  async runTurn(
    run: SessionRun,
    log: LogFold,
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
      const { hooks } = this.agent;
      const { random } = this.settings;
      const ports = { clock, logger, hooks, random };
      const hooked = turnOf(run, turnId);
      await settleTurnHook("beforeTurn", hooked, () => hooks.beforeTurn?.(hooked), ports);
      const execute = (trace: TurnTrace) => {
        const calls =
          within === null ? new SubagentCalls({ run, workspace, trace, turns: this }, this.subagents) : null;
        return new TurnLoop({ run, log, trace }, setup, ports, { calls, within }).execute();
      };
      const outcome = await this.traces.follow(run, workspace, run.turn, execute, within?.span);
      await settleTurnHook("afterTurn", hooked, () => hooks.afterTurn?.({ ...hooked, outcome }), ports);
      return outcome;
    } catch (error) {
      if (LeaseLost.isInstance(error)) throw error;
      if (isStoreUnavailable(error)) {
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
      if (isStoreUnavailable(error)) throw error;
      this.logger.error({ error, session_id: id }, "the processes of an earlier run could not be ended");
      if (run.turn !== null) await this.endTurn(run, run.turn.turn.id, "sandbox_error", toTurnError(error));
    }
  }
}
