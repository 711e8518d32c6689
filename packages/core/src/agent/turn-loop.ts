import type { TokenUsage } from "../ports/model.ts";
import type { EventDraft } from "../domain/sessions/event.ts";
import type { Item } from "../domain/sessions/item.ts";
import { LeaseLost } from "../domain/sessions/lease.ts";
import type { OpenCall } from "./prompt/prompt-builder.ts";
import { completedItems } from "../domain/sessions/completed-items.ts";
import { serviceItem } from "../domain/sessions/service-item.ts";
import type { SessionRun } from "../sessions/session-run.ts";
import type { TurnOutcome } from "../sessions/run-driver.ts";
import type { LogFold } from "./prompt/log-fold.ts";
import type { RunningTurn, TurnLoopPorts } from "./running-turn.ts";
import { askInContext } from "./context/ask-in-context.ts";
import { compactorOf, type Compactor } from "./context/compactor.ts";
import { reachedLimit, type ReachedLimit } from "./limits.ts";
import { toModelTurnError } from "./model-failure.ts";
import type { ModelStepResult } from "./model-step.ts";
import { CUT_OFF_CALL, CUT_OFF_NOTE, LAST_STEP_NOTES, NO_CALL_NOTE, NO_TOOLS } from "./step-notes.ts";
import { OutputSteps } from "./output/output-steps.ts";
import { withFinalMessage } from "./final-message.ts";
import { finalMessageText } from "../domain/sessions/final-message.ts";
import { Countdown } from "../instance/countdown.ts";
import { deadlineOf, type TurnEnd } from "../domain/sessions/turn.ts";
import { spentByTurn } from "./subagents/shared-budget.ts";
import type { Delegation } from "./subagents/subagent-calls.ts";
import { resultOf } from "./run-tool.ts";
import { failure } from "./tool.ts";
import { ToolRunner } from "./tool-runner.ts";
import type { TurnSetup } from "./turn-setup.ts";
import { hasAborted } from "../runtime/until-aborted.ts";
import { withUniqueCallIds } from "./unique-call-ids.ts";

const MAX_MALFORMED_STEPS = 3;
/** How long the final summary may take after the time limit. */
const LAST_STEP_MS = 60_000;

/**
 * Runs one turn step by step, from the state of its log to its end. The log alone determines the next action, so a turn that another
 * runner started continues the same way. Throws `LeaseLost`; with any other failure the caller ends the turn.
 */
export class TurnLoop {
  private readonly run: SessionRun;
  private readonly log: LogFold;
  private readonly turnId: string;
  private readonly deadline: Countdown;
  /** Aborts when the run is stopped or the deadline is reached. */
  private readonly signal: AbortSignal;
  private readonly tools: ToolRunner;
  private readonly compactor: Compactor | null;
  /** Null if the turn needs no output. */
  private readonly output: OutputSteps | null;
  private malformedSteps = 0;
  private isBudgetUsedUp = false;

  constructor(
    private readonly running: RunningTurn,
    private readonly setup: TurnSetup,
    private readonly ports: TurnLoopPorts,
    private readonly delegation: Delegation,
  ) {
    const { run, log } = running;
    this.run = run;
    this.log = log;
    const { turn } = run;
    if (turn === null) throw new Error("A turn is run only after it was started.");
    this.turnId = turn.turn.id;
    const deadline = Math.min(deadlineOf(turn), delegation.within?.deadline ?? Infinity);
    this.deadline = new Countdown(ports.clock, deadline - ports.clock.now());
    this.signal = AbortSignal.any([run.signal, this.deadline.signal]);
    this.output = setup.output === null ? null : new OutputSteps(setup.output, log, this.turnId);
    this.compactor = compactorOf(setup, { ...running, turnId: this.turnId, ...ports });
    this.tools = new ToolRunner(running, setup, {
      ...ports,
      deadline,
      signal: this.signal,
      subagents: delegation.calls,
    });
  }

  async execute(): Promise<TurnOutcome> {
    try {
      let pending = await this.callTools(this.log.prompt.openCalls(this.turnId), []);
      for (;;) {
        if (typeof pending === "string") return pending;
        const stopped = await this.stopIfAsked(pending);
        if (stopped !== null) return stopped;
        if (this.tools.failure !== null)
          return await this.end({ reason: "sandbox_error", error: this.tools.failure }, pending);
        const given = this.output?.endAfter(pending) ?? null;
        if (given !== null) {
          if (given.error !== null) return await this.end(given, pending);
          if (await this.endTurn(given, pending, pending)) return "ended";
          await this.run.takeWaiting();
          pending = [];
          continue;
        }
        if (this.malformedSteps >= MAX_MALFORMED_STEPS) {
          const detail = `The model wrote calls that cannot be run ${MAX_MALFORMED_STEPS} times in a row.`;
          return await this.end({ reason: "stuck", error: { code: "malformed_calls", detail } }, pending);
        }
        if (this.run.isDraining) return await this.handOver(pending);
        if (pending.length > 0) await this.run.appendAhead(pending);
        const unpriced = this.setup.unpriced();
        if (unpriced !== null) return await this.end({ reason: "model_error", error: unpriced }, []);
        if (!(await this.fitPrompt())) {
          pending = [];
          continue;
        }
        const limit = this.reachedLimit(true);
        // A summary is only for what was done, and costs too.
        if (limit !== null && this.isBudgetUsedUp && this.run.turn?.turn.stats.steps === 0)
          return await this.endUnsummed(limit, []);
        if (limit !== null) await this.run.append([this.note(LAST_STEP_NOTES[limit])]);
        const repetition = this.log.doomLoop.verdict(this.turnId);
        if (repetition?.type === "nudge") await this.run.append([this.note(repetition.text)]);
        // Calls that crash the server repeatedly end the turn by their attempts, not as stuck.
        if (repetition?.type === "stuck" && this.run.record.attempts === 0)
          return await this.end({ reason: "stuck", error: repetition.error }, []);
        const step = await this.step(limit);
        if (typeof step === "string") return step;
        if (!this.run.signal.aborted) await this.run.recovered();
        pending = step;
      }
    } finally {
      this.deadline.cancel();
    }
  }

  /**
   * Appends the messages that wait, and compacts the prompt where it nears the model's window. Both come before the step's limits are
   * read: messages that arrive during a compaction join, and its usage counts. Returns false where the turn was stopped.
   */
  private async fitPrompt(): Promise<boolean> {
    do {
      await this.run.takeWaiting();
      this.isBudgetUsedUp = await this.setup.isBudgetUsedUp();
      const limit = this.reachedLimit(false);
      const signal = limit === null ? this.signal : this.run.signal;
      await this.compactor?.keepWithin(this.request(limit), signal, limit === null);
      if (hasAborted(signal)) return false;
    } while (this.run.record.steering > 0);
    return true;
  }

  private request(limit: ReachedLimit | null) {
    const { system, caller } = this.setup;
    const { specifications } = this.setup.toolset();
    if (limit === null && this.output?.isRequested === true)
      return { system, tools: [], caller, ...this.output.mode };
    return { system, tools: limit === null ? specifications : [], caller };
  }

  /** `beginsStep`: if no limit is reached, count a new step. */
  private reachedLimit(beginsStep: boolean): ReachedLimit | null {
    const isTimeUp = this.deadline.signal.aborted;
    // Time comes first, as among the other limits: only its last step has time of its own.
    if (this.isBudgetUsedUp && !isTimeUp) return "budget_reached";
    const share = this.delegation.within?.share;
    if (share !== undefined) return beginsStep ? share.admit(isTimeUp) : share.reached(isTimeUp);
    if (this.run.turn === null) throw new Error(`Turn ${this.turnId} is no longer running.`);
    return reachedLimit(this.setup.limits, spentByTurn(this.run.turn), isTimeUp);
  }

  /** One model response and its tools. Returns the events that are still to be appended, or how the turn ended. */
  private async step(limit: ReachedLimit | null): Promise<EventDraft[] | TurnOutcome> {
    if (this.run.signal.aborted) return [];
    const overtime = limit === "max_time" ? new Countdown(this.ports.clock, LAST_STEP_MS) : null;
    const signal = overtime === null ? this.signal : AbortSignal.any([this.run.signal, overtime.signal]);
    const result = await askInContext({
      ...this.running,
      turnId: this.turnId,
      model: this.setup.model,
      redactor: this.setup.redactor,
      isOutput: limit === null && this.output?.isRequested === true,
      request: this.request(limit),
      compactor: this.compactor,
      mayAskForSummary: limit === null,
      signal,
      ...this.ports,
    }).finally(() => overtime?.cancel());
    switch (result.type) {
      case "failed": {
        if (limit === null && result.error.kind === "invalid_request" && this.output?.leaveMode() === true)
          return this.completed(result.items);
        const error = toModelTurnError(result.error, this.compactor !== null);
        if (limit !== null)
          return this.endUnsummed(limit, result.items, ` No summary was made. ${error.detail}`);
        return this.end({ reason: "model_error", error }, this.completed(result.items));
      }
      case "stopped": {
        const isGivenUp = this.run.stopCause === "handed_over";
        const items = isGivenUp
          ? result.items.map((item): Item => ({ ...item, status: "failed" }))
          : result.items;
        if (limit === "max_time" && !hasAborted(this.run.signal)) return this.endUnsummed(limit, items);
        return this.completed(items);
      }
      case "answered":
        return this.answered(result, limit);
    }
  }

  private async answered(
    { items: said, finish, given }: Extract<ModelStepResult, { readonly type: "answered" }>,
    limit: ReachedLimit | null,
  ): Promise<EventDraft[] | TurnOutcome> {
    const items = withUniqueCallIds(said, this.log.prompt);
    const drafts = this.completed(items, finish.usage);
    const calls = items.flatMap((item): OpenCall[] => {
      const part = item.content.find((content) => content.type === "tool_call");
      if (part === undefined || item.status !== "completed") return [];
      return [{ item, part, isStarted: false, given: given.get(item.item_id) ?? part.arguments }];
    });
    if (finish.reason === "refused")
      return this.end({ reason: "refused", error: null }, this.notRun(drafts, calls, "The model refused."));
    if (limit !== null)
      return this.end({ reason: limit, error: null }, this.notRun(drafts, calls, LAST_STEP_NOTES[limit]));
    if (this.output?.isRequested === true)
      return this.notRun(this.output.judge(drafts, items, finish.reason), calls, NO_TOOLS);
    if (calls.length > 0 && finish.reason !== "length") return this.callTools(calls, drafts);
    this.malformedSteps = finish.reason === "tool-calls" ? this.malformedSteps + 1 : 0;
    if (finish.reason === "tool-calls") return [...drafts, this.note(NO_CALL_NOTE)];
    if (calls.length > 0) return this.notRun(drafts, calls, CUT_OFF_CALL);
    if (finish.reason === "length") return [...drafts, this.note(CUT_OFF_NOTE)];
    return this.output === null ? this.finish(drafts) : [...drafts, this.output.request()];
  }

  private async callTools(
    calls: readonly OpenCall[],
    drafts: EventDraft[],
  ): Promise<EventDraft[] | "waiting" | "handed_over"> {
    if (calls.length === 0) return drafts;
    const { pending, areAllMalformed, suspended } = await this.tools.runAll(calls, drafts);
    if (suspended !== null) return suspended;
    this.malformedSteps = areAllMalformed ? this.malformedSteps + 1 : 0;
    return pending;
  }

  private notRun(drafts: EventDraft[], calls: readonly OpenCall[], reason: string): EventDraft[] {
    return [...drafts, ...calls.map((call) => resultOf(call, failure(reason)))];
  }

  /** Items as events. */
  private completed(items: readonly Item[], usage?: TokenUsage): EventDraft[] {
    const { model, priced } = this.setup;
    return completedItems(this.turnId, items, usage === undefined ? null : priced(model.reference, usage));
  }

  /** A note of the service to the model. */
  private note(text: string): EventDraft {
    return { type: "item.completed", turn_id: this.turnId, item: serviceItem(this.turnId, "user", text) };
  }

  /** Carries out a requested stop. Null if there is none. */
  private async stopIfAsked(pending: EventDraft[]): Promise<TurnOutcome | null> {
    switch (this.run.stopCause) {
      case null:
        return null;
      case "lease_lost":
        throw new LeaseLost(this.run.lease.session_id);
      case "interrupted":
        await this.setup.endProcesses();
        return this.end({ reason: "interrupted", error: null }, pending);
      case "handed_over":
        return this.handOver(pending);
    }
  }

  /** Waits until all appends are durable, for the next runner and the host's hook. */
  private async handOver(pending: readonly EventDraft[]): Promise<TurnOutcome> {
    await (pending.length > 0 ? this.run.append(pending) : this.run.landed());
    return "handed_over";
  }

  private async end(end: TurnEnd, pending: EventDraft[]): Promise<TurnOutcome> {
    await this.endTurn(end, pending);
    return "ended";
  }

  private async endTurn(given: TurnEnd, pending: EventDraft[], unlessSteered?: readonly EventDraft[]) {
    const end = this.output?.endOf(given, pending) ?? given;
    await this.setup.endWriting();
    const drafts = withFinalMessage(end, pending, this.log, this.turnId);
    return this.run.endTurn(this.turnId, end, drafts, unlessSteered);
  }

  /** Ends a turn whose final summary is incomplete. */
  private endUnsummed(reason: ReachedLimit, items: readonly Item[], why = ""): Promise<TurnOutcome> {
    const line = serviceItem(this.turnId, "assistant", finalMessageText(reason, null) + why);
    return this.end({ reason, error: null }, this.completed([...items, line]));
  }

  /** Ends the turn, unless messages wait to join it. */
  private async finish(pending: EventDraft[]): Promise<[] | TurnOutcome> {
    return (await this.endTurn({ reason: "end_turn", error: null }, pending, pending)) ? "ended" : [];
  }
}
