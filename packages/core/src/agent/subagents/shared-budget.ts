import { roundUsd } from "../../domain/prices/usd.ts";
import { addStats } from "../../domain/sessions/project-turn.ts";
import { noStats, type TurnRecord, type TurnStats } from "../../domain/sessions/turn.ts";
import type { Limits } from "../../domain/workspaces/config.ts";
import { reachedLimit, type ReachedLimit } from "../limits.ts";

/** What a turn has used with its subagents that have ended. */
export function spentByTurn({ turn, subagents }: TurnRecord): TurnStats {
  return subagents === undefined ? turn.stats : addStats(turn.stats, subagents.spent);
}

function lessThan(limit: number | null, spent: number): number | null {
  return limit === null ? null : limit - spent;
}

/** One subagent's part in the budget: what it has used, and the step that it is in. */
export class BudgetShare {
  /** Whether the log of the turn knows of it by now. */
  isStarted = false;
  /** Whether it may still take steps; each that may is left one for its summary. */
  isOpen = true;
  private begun = 0;
  private read: () => TurnStats;
  private readonly base: number;

  constructor(
    private readonly budget: SharedBudget,
    used: TurnStats,
  ) {
    this.read = () => used;
    this.base = used.steps;
  }

  /** Where its statistics are read from now on. */
  follow(read: () => TurnStats): void {
    this.read = read;
  }

  /** A step that has begun counts from then on, so that those side by side cannot all take the last one. */
  get used(): TurnStats {
    const stats = this.read();
    return { ...stats, steps: Math.max(stats.steps, this.base + this.begun) };
  }

  /** The limit that leaves only a summary. */
  reached(isTimeUp: boolean): ReachedLimit | null {
    return this.budget.reached(isTimeUp);
  }

  /** The same; where there is none, a step begins. */
  admit(isTimeUp: boolean): ReachedLimit | null {
    const limit = this.reached(isTimeUp);
    if (limit === null) this.begun = Math.max(this.begun, this.read().steps - this.base) + 1;
    return limit;
  }
}

/** The limits of one turn, shared by it and its subagents while they run: together they use no more than it may. */
export class SharedBudget {
  private readonly shares = new Map<string, BudgetShare>();

  constructor(
    private readonly limits: Limits,
    /** The turn as its log has it now. */
    private readonly turn: () => TurnRecord,
  ) {}

  /** The share of a call's subagent, which may have `used` something before a restart. */
  shareOf(callId: string, used: TurnStats = noStats): BudgetShare {
    const share = this.shares.get(callId) ?? new BudgetShare(this, used);
    this.shares.set(callId, share);
    return share;
  }

  /** Those whose result the log does not count yet. */
  private unsettled(): readonly BudgetShare[] {
    const open = new Set(this.turn().subagents?.open.map(({ call_id }) => call_id));
    return [...this.shares].flatMap(([callId, share]) =>
      !share.isStarted || open.has(callId) ? [share] : [],
    );
  }

  private spent(): TurnStats {
    return this.unsettled()
      .map((share) => share.used)
      .reduce(addStats, spentByTurn(this.turn()));
  }

  /** The limit that leaves only a summary to whoever asks. A step is left for the summary of each, the turn's own too. */
  reached(isTimeUp: boolean): ReachedLimit | null {
    const summaries = this.unsettled().filter(({ isOpen }) => isOpen).length;
    const spent = this.spent();
    return reachedLimit(this.limits, { ...spent, steps: spent.steps + summaries }, isTimeUp);
  }

  /**
   * What one more subagent may use at most, in `seconds` of time; null: there is not enough for any. `said` is what the log does not
   * hold yet of the answer that calls it.
   */
  left(seconds: number, said: TurnStats): Limits | null {
    const summaries = this.unsettled().filter(({ isOpen }) => isOpen).length;
    const spent = addStats(this.spent(), said);
    const max_steps = this.limits.max_steps - spent.steps - summaries - 1;
    const max_input_tokens = lessThan(this.limits.max_input_tokens, spent.input_tokens);
    const max_output_tokens = lessThan(this.limits.max_output_tokens, spent.output_tokens);
    const cost = lessThan(this.limits.max_cost_usd, spent.cost_usd ?? 0);
    const max_cost_usd = cost === null ? null : roundUsd(cost);
    const isEnough = [max_steps, max_input_tokens, max_output_tokens, max_cost_usd].every(
      (amount) => amount === null || amount > 0,
    );
    if (!isEnough || seconds <= 0) return null;
    return {
      max_steps,
      max_turn_seconds: Math.ceil(seconds),
      max_input_tokens,
      max_output_tokens,
      max_cost_usd,
    };
  }
}
