import { SubagentCalls, type RunChild } from "./subagents/subagent-calls.ts";
import { Subagents } from "./subagents/subagents.ts";
import { afterTurn, beforeTurn } from "./middleware.ts";
import { AGENT_SETTINGS, type AgentSettings } from "./agent-settings.ts";
import { TurnFiles } from "./turn-files.ts";
import { LogFold } from "./prompt/log-fold.ts";
import { TurnLoop } from "./turn-loop.ts";
import { TurnPreparer } from "./turn-preparer.ts";
import type { WithinTurn } from "./running-turn.ts";
import { inject, service } from "../di.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SETTINGS, type ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { TurnTrace } from "./trace/turn-trace.ts";
import { TurnTraces } from "./trace/turn-traces.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import type { TurnRecord } from "../domain/sessions/turn.ts";
import { LiveFeed } from "../sessions/live-feed.ts";
import type { RunDriver, TurnExecutor, TurnOutcome, TurnWorker } from "../sessions/run-driver.ts";
import type { SessionRun } from "../sessions/session-run.ts";

interface Opened {
  readonly run: SessionRun;
  readonly log: LogFold;
  readonly within: WithinTurn | null;
  readonly runChild: RunChild;
}

/** Runs the turns of claimed sessions. */
@service()
export class TurnRunner implements TurnExecutor {
  constructor(
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LiveFeed) private readonly feed: LiveFeed,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(AGENT_SETTINGS) private readonly agent: AgentSettings,
    @inject(TurnPreparer) private readonly preparer: TurnPreparer,
    @inject(TurnTraces) private readonly traces: TurnTraces,
    @inject(Subagents) private readonly subagents: Subagents,
    @inject(TurnFiles) private readonly files: TurnFiles,
  ) {}

  /** `within`: of a subagent, the turn that called it. */
  open(run: SessionRun, driver: Pick<RunDriver, "work">, within: WithinTurn | null = null): TurnWorker {
    const log = new LogFold();
    const runChild: RunChild = (child, of) => driver.work(child, this.open(child, driver, of));
    return {
      view: log,
      runTurn: async (turnId, workspace) => {
        const startOf = (waiting: TurnRecord) => this.preparer.startOf(workspace, run.record, waiting);
        const turn = await run.beginTurn(turnId, startOf);
        if (turn === null) return "ended";
        return this.files.whileHere(run, workspace, turnId, () =>
          this.runHere({ run, log, within, runChild }, turn, workspace),
        );
      },
      endSubagents: () => this.subagents.endAll(run),
    };
  }

  private async runHere(
    { run, log, within, runChild }: Opened,
    turn: TurnRecord,
    workspace: WorkspaceRecord,
  ): Promise<TurnOutcome> {
    const setup = await this.preparer.prepare(workspace, run.record, turn, run.signal);
    const { clock, feed, logger } = this;
    const { middleware } = this.agent;
    const { random } = this.settings;
    const ports = { clock, feed, logger, middleware, random };
    const { caller } = setup;
    await beforeTurn(middleware, caller, ports);
    const execute = (trace: TurnTrace) => {
      const calls =
        within === null ? new SubagentCalls({ run, workspace, trace, runChild }, this.subagents) : null;
      return new TurnLoop({ run, log, trace }, setup, ports, { calls, within }).execute();
    };
    const outcome = await this.traces.follow(run, workspace, turn, execute, within?.span);
    await afterTurn(middleware, { ...caller, outcome }, ports);
    return outcome;
  }
}
