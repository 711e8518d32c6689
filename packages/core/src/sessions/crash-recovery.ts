import { inject, service } from "../di.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK } from "../ports/injection.ts";
import { MAX_ATTEMPTS, type Retries } from "../domain/sessions/retries.ts";
import { ActiveRuns } from "./active-runs.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import { hasSubagents } from "./subagent-sessions.ts";
import type { TurnError } from "../domain/sessions/turn.ts";

/** Sessions with one attempt that an instance tries at once. */
const FEW = 4;
/** How long an instance runs before it tries sessions with one attempt, and those with more. */
const FEW_AFTER_MS = 3_000;
const ALONE_AFTER_MS = 10_000;

/**
 * After a crash all that ran goes on at once. What had a part in a second one goes on a few at a time, and what had in a third alone, each
 * when the instance has run for a while: the turn that crashes the server is found, and no other pays for it or for quick restarts.
 */
@service()
export class CrashRecovery {
  private few = 0;
  private isAloneAllowed = false;

  constructor(
    @inject(CLOCK) private readonly clock: Clock,
    @inject(ActiveRuns) private readonly active: ActiveRuns,
  ) {}

  /** Allows more once the instance has run for a while. */
  async watch(signal: AbortSignal, onAllowed: () => void): Promise<void> {
    await this.clock.sleep(FEW_AFTER_MS, signal);
    this.few = FEW;
    onAllowed();
    await this.clock.sleep(ALONE_AFTER_MS - FEW_AFTER_MS, signal);
    this.isAloneAllowed = true;
    onAllowed();
  }

  /** What the next claim may take. */
  get retries(): Retries {
    const tried = this.active
      .all()
      .filter(({ record, attempt }) => record.parent === null && attempt.isOnTrial);
    return {
      few: Math.max(0, this.few - tried.length),
      alone: this.isAloneAllowed && tried.length === 0,
    };
  }
}

export const CRASHED: TurnError = {
  code: "internal",
  detail: `The server stopped unexpectedly ${MAX_ATTEMPTS} times in a row after it had taken the turn up again.`,
};

/** The turn that a session's attempts end. Where subagents work for it, theirs end first. */
export function crashedTurn(record: SessionRecord): string | null {
  const { current_turn, queued_turns } = record.state;
  const most = MAX_ATTEMPTS + (hasSubagents(record) ? 1 : 0);
  return record.attempts < most ? null : ((current_turn ?? queued_turns[0])?.turn.id ?? null);
}
