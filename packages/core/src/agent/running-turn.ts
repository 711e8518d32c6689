import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { TelemetrySpan } from "../ports/telemetry.ts";
import type { LiveFeed } from "../sessions/live-feed.ts";
import type { SessionRun } from "../sessions/session-run.ts";
import type { Middleware } from "./middleware.ts";
import type { LogFold } from "./prompt/log-fold.ts";
import type { BudgetShare } from "./subagents/shared-budget.ts";
import type { TurnTrace } from "./trace/turn-trace.ts";

export interface TurnLoopPorts {
  readonly clock: Clock;
  readonly feed: Pick<LiveFeed, "publish">;
  readonly logger: Logger;
  readonly middleware: readonly Middleware[];
  /** In [0, 1). */
  readonly random: () => number;
}

/** What a subagent's turn has of the turn that called it. */
export interface WithinTurn {
  readonly share: BudgetShare;
  /** When its parent's time is over, by the wall clock. */
  readonly deadline: number;
  readonly span: TelemetrySpan;
}

/** A turn that runs on this instance. */
export interface RunningTurn {
  readonly run: SessionRun;
  readonly log: LogFold;
  readonly trace: TurnTrace;
}
