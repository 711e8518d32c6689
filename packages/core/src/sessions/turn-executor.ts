import type { InjectionToken } from "../di.ts";
import type { StopReason, TurnError } from "../domain/sessions/turn.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import type { LogView, SessionRun } from "./session-run.ts";

/** `waiting`: for a person; the session was released. */
export type TurnOutcome = "ended" | "handed_over" | "waiting";

/** Does the work of the turns of a session that is held here. */
export interface TurnWorker {
  /** What it knows of the log: the run is loaded with it before `runTurn`. */
  readonly view: LogView;
  /** Throws `LeaseLost`, and what an unavailable store throws; every other failure ends the turn. */
  runTurn(turnId: string, workspace: WorkspaceRecord): Promise<TurnOutcome>;
  /** Ends a turn from outside of its steps. */
  endTurn(turnId: string, reason: StopReason, error: TurnError | null): Promise<void>;
  /** Ends the turn that is to be interrupted where nothing of it goes on. Returns whether it has. */
  endStill(workspace: WorkspaceRecord): Promise<boolean>;
  /** Ends what an earlier run of the session left in the sandbox. */
  endOldProcesses(workspace: WorkspaceRecord): Promise<void>;
}

/** Has turns run. Sessions know no models, tools or prompts: what implements this does. */
export interface TurnExecutor {
  open(run: SessionRun): TurnWorker;
}

export const TURN_EXECUTOR: InjectionToken<TurnExecutor> = Symbol.for("workspace-agent.turn-executor");
