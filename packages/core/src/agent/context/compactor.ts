import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Model, ModelRequest } from "../../ports/model.ts";
import type { EventDraft, StepUsage } from "../../domain/sessions/event.ts";
import type { LogFold } from "../prompt/log-fold.ts";
import type { PromptEntry } from "../prompt/prompt-entry.ts";
import type { SessionRun } from "../../sessions/session-run.ts";
import { Countdown } from "../../instance/countdown.ts";
import type { TurnSetup } from "../turn-setup.ts";
import { retryDelay } from "../retry.ts";
import { hasAborted } from "../../runtime/until-aborted.ts";
import { mechanicalSummary } from "./mechanical-summary.ts";
import { planCompaction, unseen, type CompactionPlan } from "./plan-compaction.ts";
import { overheadOf, promptLimit, budgetWithin, type TokenBudget } from "./token-budget.ts";
import { summarise } from "./summarise.ts";

/** After the provider refused a prompt as too long, the limit becomes this share of its estimated size. */
const OVERFLOW_SHARE = 0.8;
const SUMMARY_ATTEMPTS = 3;
const SUMMARY_MS = 120_000;

type ContextCompacted = Extract<EventDraft, { type: "context.compacted" }>;
type Cause = ContextCompacted["cause"];

interface CompactorPorts extends Pick<TurnSetup, "caller" | "model" | "priced" | "redactor"> {
  readonly run: SessionRun;
  readonly log: LogFold;
  readonly turnId: string;
  /** Writes the summaries. Null: `model` does. */
  readonly smallModel: Model | null;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
}

interface Written {
  readonly summary: string | null;
  readonly summary_model: string | null;
  readonly usage?: StepUsage;
}

/** Compacts the prompt of a turn to fit the model's window, by appending `context.compacted` events. */
export class Compactor {
  private limit: number;
  private overhead = { tools: null as ModelRequest["tools"] | null, tokens: 0 };

  constructor(private readonly ports: CompactorPorts) {
    this.limit = promptLimit(ports.model);
  }

  /** Compacts if the prompt has reached the limit. `mayAsk`: a model may write a summary. Throws `LeaseLost`. */
  async keepWithin(
    request: Omit<ModelRequest, "messages">,
    signal: AbortSignal,
    mayAsk: boolean,
  ): Promise<void> {
    const { prompt } = this.ports.log;
    const overhead = this.overheadOf(request);
    if (prompt.tokens(overhead) < this.limit) return;
    await this.compact("window", overhead, signal, mayAsk);
  }

  /** Compacts after the provider refused the prompt as too long. Returns whether the prompt is shorter now. Throws `LeaseLost`. */
  async afterOverflow(
    request: Omit<ModelRequest, "messages">,
    signal: AbortSignal,
    mayAsk: boolean,
  ): Promise<boolean> {
    const overhead = this.overheadOf(request);
    // The window is smaller than configured, or the estimate is too low.
    this.limit = Math.min(this.limit, Math.floor(this.ports.log.prompt.tokens(overhead) * OVERFLOW_SHARE));
    return this.compact("overflow", overhead, signal, mayAsk);
  }

  private overheadOf({ system, tools }: Omit<ModelRequest, "messages">): number {
    if (this.overhead.tools !== tools) this.overhead = { tools, tokens: overheadOf(system, tools) };
    return this.overhead.tokens;
  }

  private async compact(
    cause: Cause,
    overhead: number,
    signal: AbortSignal,
    mayAsk: boolean,
  ): Promise<boolean> {
    const { run, log, turnId } = this.ports;
    const { prompt } = log;
    const scale = prompt.scale(overhead);
    const budget = budgetWithin(this.limit, overhead, scale);
    const plan = planCompaction(prompt.entries, budget);
    if (plan === null) return false;
    const tokens_before = prompt.tokens(overhead);
    const written = await this.write(plan, budget, signal, mayAsk);
    if (hasAborted(signal)) return false;
    const isMechanical = written.summary !== null && written.summary_model === null;
    const event: ContextCompacted = {
      type: "context.compacted",
      turn_id: turnId,
      cause,
      ...written,
      through_seq: plan.toSumUp?.throughSeq ?? null,
      kept_message_ids: plan.toSumUp?.kept.map(({ messageId }) => messageId) ?? [],
      outputs_through_seq: isMechanical ? seenOutputs(prompt.entries) : plan.outputsThroughSeq,
      longest_part_tokens: plan.longestPart,
      tokens_before,
      tokens_after: Math.ceil(overhead + plan.after * scale),
    };
    await run.append([event]);
    return true;
  }

  private async write(
    plan: CompactionPlan,
    budget: TokenBudget,
    signal: AbortSignal,
    mayAsk: boolean,
  ): Promise<Written> {
    if (plan.toSumUp === null) return { summary: null, summary_model: null };
    const { entries, kept } = plan.toSumUp;
    const asked = mayAsk ? await this.ask(entries, budget.summary, signal) : null;
    return asked ?? { summary: mechanicalSummary(entries, kept, budget.summary), summary_model: null };
  }

  /** A summary written by a model, or null if all attempts failed. */
  private async ask(
    entries: readonly PromptEntry[],
    tokens: number,
    signal: AbortSignal,
  ): Promise<Written | null> {
    const { turnId, caller, model, smallModel, clock, random, logger, redactor } = this.ports;
    const countdown = new Countdown(clock, SUMMARY_MS);
    const either = AbortSignal.any([signal, countdown.signal]);
    try {
      let chosen = smallModel ?? model;
      for (let attempt = 1; ; attempt++) {
        const result = await summarise(chosen, {
          entries,
          tokens,
          caller,
          turnId,
          redactor,
          signal: either,
        });
        if (result.type === "written") {
          const usage = this.ports.priced(chosen.reference, result.usage);
          return { summary: result.text, summary_model: chosen.reference, usage };
        }
        if (hasAborted(either)) return null;
        const { kind, message } = result.error;
        logger.warn({ model: chosen.reference, kind }, `a summary could not be written: ${message}`);
        if (chosen !== model) {
          chosen = model;
          continue;
        }
        const delay = retryDelay(result.error, attempt, random);
        if (delay === null || attempt === SUMMARY_ATTEMPTS) return null;
        await clock.sleep(delay, either);
      }
    } finally {
      countdown.cancel();
    }
  }
}

/** The compactor of a turn, or null if compaction is disabled. */
export function compactorOf(
  { caller, model, compaction, priced, redactor }: TurnSetup,
  ports: Pick<CompactorPorts, "run" | "log" | "turnId" | "clock" | "random" | "logger">,
): Compactor | null {
  return compaction === null
    ? null
    : new Compactor({ ...ports, caller, model, smallModel: compaction.smallModel, priced, redactor });
}

/** The newest response whose outputs the model has seen. All of them are omitted if no model wrote the summary. */
function seenOutputs(entries: readonly PromptEntry[]): number | null {
  return entries.slice(0, entries.length - unseen(entries)).at(-1)?.seq ?? null;
}
