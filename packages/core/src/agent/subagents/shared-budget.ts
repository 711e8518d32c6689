import { roundUsd } from "../../domain/prices/usd.ts";
import { addStats } from "../../domain/sessions/project-turn.ts";
import { noStats, type TurnRecord, type TurnStats } from "../../domain/sessions/turn.ts";
import type { Limits } from "../../domain/workspaces/config.ts";
import { reachedLimit, type ReachedLimit } from "../limits.ts";

/** What a turn and its ended subagents have used. */
export function spentByTurn({ turn, subagents }: TurnRecord): TurnStats {
  return subagents === undefined ? turn.stats : addStats(turn.stats, subagents.spent);
}

function lessThan(limit: number | null, spent: number): number | null {
  return limit === null ? null : limit - spent;
}

/** One subagent's share of the budget: what it has used, and its current step. */
export class BudgetShare {
  /** Whether the log of the turn contains its start. */
  isStarted = false;
  /** Whether it may still take steps. One step is reserved for its summary. */
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

  /** Sets where its statistics are read from. */
  follow(read: () => TurnStats): void {
    this.read = read;
  }

  /** Counts a step from its start, so that parallel subagents cannot all take the last one. */
  get used(): TurnStats {
    const stats = this.read();
    return { ...stats, steps: Math.max(stats.steps, this.base + this.begun) };
  }

  /** The limit that leaves only a summary, or null. */
  reached(isTimeUp: boolean): ReachedLimit | null {
    return this.budget.reached(isTimeUp);
  }

  /** The same. If no limit is reached, counts a new step. */
  admit(isTimeUp: boolean): ReachedLimit | null {
    const limit = this.reached(isTimeUp);
    if (limit === null) this.begun = Math.max(this.begun, this.read().steps - this.base) + 1;
    return limit;
  }
}

/** The limits of one turn, shared with its subagents while they run. */
export class SharedBudget {
  private readonly shares = new Map<string, BudgetShare>();

  constructor(
    private readonly limits: Limits,
    /** The current state of the turn. */
    private readonly turn: () => TurnRecord,
  ) {}

  /** The share of a call's subagent. `used`: before a restart. */
  shareOf(callId: string, used: TurnStats = noStats): BudgetShare {
    const share = this.shares.get(callId) ?? new BudgetShare(this, used);
    this.shares.set(callId, share);
    return share;
  }

  /** What the turn and its subagents have used, with the steps that are reserved for the summaries of subagents. */
  private spent(): TurnStats {
    const open = new Set(this.turn().subagents?.open.map(({ call_id }) => call_id));
    // Those whose results are not in the log yet.
    const unsettled = [...this.shares].flatMap(([callId, share]) =>
      !share.isStarted || open.has(callId) ? [share] : [],
    );
    const spent = unsettled.map((share) => share.used).reduce(addStats, spentByTurn(this.turn()));
    return { ...spent, steps: spent.steps + unsettled.filter(({ isOpen }) => isOpen).length };
  }

  /** The limit that leaves only a summary, or null. One step is reserved for the summary of each subagent and of the turn. */
  reached(isTimeUp: boolean): ReachedLimit | null {
    return reachedLimit(this.limits, this.spent(), isTimeUp);
  }

  /**
   * The limits of one more subagent with `seconds` left, or null if the rest is not enough for one. `said` is the usage of the calling
   * answer that is not in the log yet.
   */
  left(seconds: number, said: TurnStats): Limits | null {
    const spent = addStats(this.spent(), said);
    const max_steps = this.limits.max_steps - spent.steps - 1;
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
