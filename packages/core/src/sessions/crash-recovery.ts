import { inject, injectable } from "../di.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK } from "../ports/injection.ts";
import { HeldRuns } from "./held-runs.ts";
import type { SessionRecord } from "./session.ts";
import { hasSubagents } from "./subagent-sessions.ts";
import type { TurnError } from "./turn.ts";

/** A turn ends as `crashed` when so many runs in a row that took it over died before they completed a step. */
export const MAX_ATTEMPTS = 3;
/** Sessions with one attempt that an instance tries at once. */
const FEW = 4;
/** How long an instance runs before it tries sessions with one attempt, and those with more. */
const FEW_AFTER_MS = 3_000;
const ALONE_AFTER_MS = 10_000;

/** Which sessions a claim may take of those with attempts that do not end their turns yet. */
export interface Retries {
  /** How many with one attempt. */
  readonly few: number;
  /** Whether one with more, where no session with one attempt is taken. */
  readonly alone: boolean;
}

/** The most attempts that a session may have to be tried again. */
export function mostAttempts({ few, alone }: Retries): number {
  if (alone) return MAX_ATTEMPTS - 1;
  return few > 0 ? 1 : 0;
}

/** Those of the sessions, in their order, that a claim may take. */
export function withinRetries<T extends { readonly attempts: number }>(
  sessions: readonly T[],
  retries: Retries | undefined,
): readonly T[] {
  if (retries === undefined) return sessions;
  const first = sessions.filter(({ attempts }) => attempts === 1).slice(0, retries.few);
  const mayBeAlone = retries.alone && first.length === 0;
  const last = sessions.find(({ attempts }) => mayBeAlone && attempts > 1 && attempts < MAX_ATTEMPTS);
  const tried = new Set([...first, ...(last === undefined ? [] : [last])]);
  return sessions.filter(
    (session) => session.attempts === 0 || session.attempts >= MAX_ATTEMPTS || tried.has(session),
  );
}

/**
 * After a crash all that ran goes on at once. What had a part in a second one goes on a few at a time, and what had in a third alone, each
 * when the instance has run for a while: the turn that crashes the server is found, and no other pays for it or for quick restarts.
 */
@injectable()
export class CrashRecovery {
  private few = 0;
  private isAloneAllowed = false;

  constructor(
    @inject(CLOCK) private readonly clock: Clock,
    @inject(HeldRuns) private readonly held: HeldRuns,
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
    const tried = this.held
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
