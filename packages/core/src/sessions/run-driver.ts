import { SessionWrites } from "../snapshots/workspace/session-writes.ts";
import { inject, service, type InjectionToken } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { hostFailure, isStoreUnavailable } from "../domain/errors/host-failure.ts";
import { finalMessage } from "../domain/sessions/final-message.ts";
import { LeaseLost } from "../domain/sessions/lease.ts";
import { deadlineOf, type StopReason, type TurnError } from "../domain/sessions/turn.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { Shutdown } from "../instance/shutdown.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { ServiceMetrics } from "../telemetry/service-metrics.ts";
import { WorkspaceEnvironment } from "../workspaces/workspace-environment.ts";
import { CRASHED, crashedTurn } from "./crash-recovery.ts";
import { expireInClaimed } from "./expire-requests.ts";
import type { LogView } from "./log-slices.ts";
import { openTurn, SessionLog } from "./session-log.ts";
import { SessionProcesses } from "./session-processes.ts";
import type { SessionRun } from "./session-run.ts";
import { isToBeInterrupted } from "./steering.ts";
import { hasSubagents } from "./subagent-sessions.ts";
import { resultsOfWaiting } from "./unanswered-calls.ts";

/** The pause before the store is tried again, so that a run that fails at once is not repeated without a pause. */
const PAUSE_MS = 500;
/** The first pause where the disk is full or fails, since the next run tries the same work again. */
const DISK_PAUSE_MS = 5_000;
/** How long an interrupted turn waits for its workspace's files, to note what it changed. */
const FILES_MS = 30_000;

/** `waiting`: for a person. Except for `handed_over`, the session may have been released by the turn's last commit. */
export type TurnOutcome = "ended" | "handed_over" | "waiting";

/** Works on the turns of one run. */
export interface TurnWorker {
  /** What it knows of the log. The driver loads it before `runTurn`. */
  readonly view: LogView;
  /** Any failure but `LeaseLost` and an unavailable store ends the turn. `interrupted`: before it worked here; the driver ends it. */
  runTurn(turnId: string, workspace: WorkspaceRecord): Promise<TurnOutcome | "interrupted">;
  /** Ends the turns of the subagents that work for the current turn. */
  endSubagents(): Promise<void>;
}

/** Runs turns. Sessions know no models, tools or prompts; the implementation does. */
export interface TurnExecutor {
  /** `driver` drives the runs of subagents. */
  open(run: SessionRun, driver: Pick<RunDriver, "work">): TurnWorker;
}

export const TURN_EXECUTOR: InjectionToken<TurnExecutor> = Symbol.for("workspace-agent.turn-executor");

/** Takes runs from claim to release: decides which turn comes next, and how a turn ends that cannot go on. */
@service()
export class RunDriver {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(SessionLog) private readonly log: SessionLog,
    @inject(TURN_EXECUTOR) private readonly executor: TurnExecutor,
    @inject(SessionProcesses) private readonly processes: SessionProcesses,
    @inject(WorkspaceEnvironment) private readonly environment: WorkspaceEnvironment,
    @inject(SessionWrites) private readonly writes: SessionWrites,
    @inject(ServiceMetrics) private readonly metrics: ServiceMetrics,
    @inject(Shutdown) private readonly shutdown: Shutdown,
  ) {}

  /** Drives a claimed session until it is released or lost. Never throws. `onlyStops`: works on no turn except one to interrupt. */
  async drive(run: SessionRun, onlyStops: boolean): Promise<void> {
    try {
      await this.work(run, this.executor.open(run, this), onlyStops);
    } catch (error) {
      await this.onFailure(run, error);
    }
  }

  /** Works on the turns of a run until it is released. Throws `LeaseLost`, and what an unavailable store throws. */
  async work(run: SessionRun, worker: TurnWorker, onlyStops = false): Promise<void> {
    let isLoaded = false;
    while (!run.isReleased) {
      const { record } = run;
      const { tenant, workspace_id } = record;
      if (run.isLost) throw new LeaseLost(record.id);
      // An interrupted turn ends although the instance drains: that takes no longer than to hand it over.
      const handsOver = run.isDraining && (run.turn === null || run.stopCause !== "interrupted");
      if (handsOver || (onlyStops && !isToBeInterrupted(record))) {
        // Nobody claims the session for an interrupt that is requested in the meantime, so this run handles it.
        if (await run.release((locked) => !run.isDraining && isToBeInterrupted(locked))) return;
        continue;
      }
      const turnId = openTurn(record.state)?.turn.id;
      if (turnId === undefined) {
        await run.release();
        return;
      }
      const workspace = await this.store.workspaces.get(tenant, workspace_id);
      if (workspace === null) throw new LeaseLost(record.id);
      const crashed = isLoaded ? null : crashedTurn(record);
      if (crashed !== null) {
        await this.writes.endUnseen(workspace, record.id);
        await this.endTurn(run, worker, crashed, "crashed", CRASHED);
      } else if (workspace.status === "deleting")
        await this.endTurn(run, worker, turnId, "interrupted", null);
      else if (await this.endIdle(run, worker, workspace)) continue;
      else if (record.state.status === "waiting" && run.stopCause === null && !isToBeInterrupted(record))
        await expireInClaimed(this.store, this.log, run);
      else if (!isLoaded) {
        await run.load(worker.view);
        isLoaded = true;
        if (run.isTakenOver) await this.endOldProcesses(run, worker, workspace);
      } else if ((await this.runTurn(run, worker, turnId, workspace)) === "handed_over") {
        await run.release();
        return;
      }
    }
  }

  private async runTurn(
    run: SessionRun,
    worker: TurnWorker,
    turnId: string,
    workspace: WorkspaceRecord,
  ): Promise<TurnOutcome> {
    try {
      const outcome = await worker.runTurn(turnId, workspace);
      if (outcome !== "interrupted") return outcome;
      await this.stopWriting(run, workspace, turnId);
      await this.endTurn(run, worker, turnId, "interrupted", null);
      return "ended";
    } catch (error) {
      if (LeaseLost.isInstance(error)) throw error;
      if (isStoreUnavailable(error)) {
        if (await this.endOverdue(run, worker, workspace, turnId, error)) return "ended";
        throw error;
      }
      if (!DomainError.isInstance(error))
        this.logger.error({ error, session_id: run.record.id, turn_id: turnId }, "a turn failed");
      await this.writes.end(workspace, run.record, turnId);
      await this.endTurn(run, worker, turnId, reasonOf(error), toTurnError(error));
      return "ended";
    }
  }

  /** Ends a turn that waits for the store or the disk when its time is over. Returns whether it did. */
  private async endOverdue(
    run: SessionRun,
    worker: TurnWorker,
    workspace: WorkspaceRecord,
    turnId: string,
    error: unknown,
  ): Promise<boolean> {
    const { turn } = run;
    if (turn?.turn.id !== turnId || this.clock.now() < deadlineOf(turn)) return false;
    const { tenant, workspace_id, id } = run.record;
    // The commit that failed may have ended the turn.
    const found = await this.store.sessions.get(tenant, workspace_id, id);
    if (found?.state.current_turn?.turn.id !== turnId) return false;
    this.logger.warn({ error, session_id: id, turn_id: turnId }, "a turn's time was over while it waited");
    await this.writes.end(workspace, run.record, turnId);
    await this.endTurn(run, worker, turnId, "max_time", null);
    return true;
  }

  /** Ends a turn outside of its steps, after the turns of its subagents. */
  private async endTurn(
    run: SessionRun,
    worker: TurnWorker,
    turnId: string,
    reason: StopReason,
    error: TurnError | null,
  ): Promise<void> {
    const { tenant, workspace_id, id } = run.record;
    // Requests of subagents reach the row without this run. Their end resolves these requests, by which the calls are found.
    const record = (await this.store.sessions.get(tenant, workspace_id, id)) ?? run.record;
    const results = await resultsOfWaiting(this.store, record);
    await worker.endSubagents();
    await run.endTurn(turnId, { reason, error }, [...results, finalMessage(turnId, reason, error)]);
  }

  /** Ends the turn to interrupt where nothing works for it, since it waits for a person. Returns whether it did. */
  private async endIdle(run: SessionRun, worker: TurnWorker, workspace: WorkspaceRecord): Promise<boolean> {
    const { record } = run;
    const turnId = record.state.current_turn?.turn.id;
    const isIdle = record.state.status === "waiting" && !hasSubagents(record);
    if (turnId === undefined || !isIdle || !isToBeInterrupted(record)) return false;
    await this.stopWriting(run, workspace, turnId);
    await this.endTurn(run, worker, turnId, "interrupted", null);
    return true;
  }

  /** Ends the processes of a turn to interrupt, and then its changes: as the files are, unless they do not come to this host in time. */
  private async stopWriting(
    { record }: SessionRun,
    workspace: WorkspaceRecord,
    turnId: string,
  ): Promise<void> {
    await this.processes.tryEnd(workspace, record.id);
    const ended = new AbortController();
    const ending = this.writes.end(workspace, record, turnId).then(() => ended.abort());
    await Promise.race([ending, this.clock.sleep(FILES_MS, ended.signal)]);
    if (!ended.signal.aborted) await this.writes.endUnseen(workspace, record.id);
  }

  /** Ends the processes that an earlier run left in the sandbox. A turn cannot go on beside them. */
  private async endOldProcesses(
    run: SessionRun,
    worker: TurnWorker,
    workspace: WorkspaceRecord,
  ): Promise<void> {
    const { id } = run.record;
    try {
      await this.environment.killGroup(workspace, id);
    } catch (error) {
      if (isStoreUnavailable(error)) throw error;
      this.logger.error({ error, session_id: id }, "the processes of an earlier run could not be ended");
      if (run.turn === null) return;
      const { id: turnId } = run.turn.turn;
      await this.writes.end(workspace, run.record, turnId);
      await this.endTurn(run, worker, turnId, "sandbox_error", toTurnError(error));
    }
  }

  private async onFailure(run: SessionRun, error: unknown): Promise<void> {
    const fields = { session_id: run.lease.session_id };
    if (run.isReleased) {
      this.logger.warn({ ...fields, error }, "a run failed after it had released its session");
    } else if (run.isLost || LeaseLost.isInstance(error)) {
      run.stop("lease_lost");
      this.metrics.leaseLost();
      this.logger.warn(fields, "the lease of a session was lost");
    } else if (isStoreUnavailable(error)) {
      this.logger.warn(
        { ...fields, error },
        "the store is unavailable: a session is released once it is back",
      );
      run.wait();
      await this.releaseOnRecovery(run, error);
    } else {
      this.logger.error({ ...fields, error }, "a session's run failed");
      await run.failed();
    }
  }

  /**
   * Releases the session once the store is back, which ends no turn and counts as no attempt. The next run, here or on another
   * instance, gets a new epoch, so that no commit of this one can follow. Gives up when the lease may have run out or the instance stops.
   */
  private async releaseOnRecovery(run: SessionRun, because: unknown): Promise<void> {
    const { signal } = this.shutdown;
    let pauseMs = hostFailure(because) === null ? PAUSE_MS : DISK_PAUSE_MS;
    while (!run.isReleased) {
      await this.clock.sleep(pauseMs * (0.5 + this.settings.random() / 2), signal);
      pauseMs = PAUSE_MS;
      run.stopUnlessHeld();
      if (run.isLost) return;
      try {
        await run.release();
      } catch (error) {
        if (!LeaseLost.isInstance(error) && !isStoreUnavailable(error))
          this.logger.error({ error, session_id: run.lease.session_id }, "a session could not be released");
        if (isStoreUnavailable(error) && !signal.aborted) continue;
        run.stop("lease_lost");
        return;
      }
    }
  }
}

/** A failure that no tool can handle, as the error of its turn. */
function toTurnError(error: unknown): TurnError {
  return DomainError.isInstance(error)
    ? { code: error.code, detail: error.detail }
    : { code: "internal", detail: "The service failed." };
}

function reasonOf(error: unknown): StopReason {
  if (!DomainError.isInstance(error)) return "crashed";
  return error.code === "model_unavailable" || error.code === "price_unknown"
    ? "model_error"
    : "sandbox_error";
}
