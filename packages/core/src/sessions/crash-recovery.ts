import { inject, service } from "../di.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK } from "../ports/injection.ts";
import { MAX_ATTEMPTS, type Retries } from "../domain/sessions/retries.ts";
import { ActiveRuns } from "./active-runs.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import { openTurn } from "./session-log.ts";
import { hasSubagents } from "./subagent-sessions.ts";
import type { TurnError } from "../domain/sessions/turn.ts";

/** How many sessions with one attempt an instance tries at once. */
const FEW = 4;
/** How long an instance runs before it tries sessions with one attempt, and those with more. */
const FEW_AFTER_MS = 3_000;
const ALONE_AFTER_MS = 10_000;
/** A run that survives this long no longer keeps others from being tried. */
const TRIAL_MS = 10_000;

/**
 * After one crash all sessions go on at once. Sessions that took part in two crashes go on a few at a time, and those in three alone,
 * each after the instance has run for a while. So the turn that crashes the server is found, and no other turn is ended for it.
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

  /** Which sessions with attempts the next claim may include. */
  get retries(): Retries {
    const since = this.clock.monotonic() - TRIAL_MS;
    const tried = this.active
      .all()
      .filter(({ record, claimedAt }) => record.parent === null && record.attempts > 0 && claimedAt > since);
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

/** The turn to end because its session has used up its attempts; null: none. Turns of subagents reach the limit before their parent's. */
export function crashedTurn(record: SessionRecord): string | null {
  const most = MAX_ATTEMPTS + (hasSubagents(record) ? 1 : 0);
  return record.attempts < most ? null : (openTurn(record.state)?.turn.id ?? null);
}
