import type { EventDraft } from "../../domain/sessions/event.ts";
import type { Item } from "../../domain/sessions/item.ts";
import type { OutputCheck } from "../../domain/sessions/output.ts";
import { serviceItem } from "../../domain/sessions/service-item.ts";
import { STOP_REASONS, type StopReason, type TurnEnd, type TurnError } from "../../domain/sessions/turn.ts";
import type { FinishReason } from "../../ports/model.ts";
import type { JsonSchema } from "../../runtime/json.ts";
import { nextOutput, type OutputState } from "./output-state.ts";
import { requestAgain, requestOutput } from "./output-texts.ts";
import { invalid, type RequiredOutput } from "./turn-output.ts";

/** Why a turn has no output, where the agent did not simply end. */
const WHY: Readonly<Partial<Record<StopReason, string>>> = {
  refused: "The model refused to answer.",
  max_steps: "The turn reached its limit of steps before the agent gave one.",
  max_time: "The turn reached its limit of time before the agent gave one.",
  budget_reached: "The turn reached its budget of tokens or cost before the agent gave one.",
};

/** Ends a turn that has to give an output only with a valid one. */
export class OutputSteps {
  /** The provider has refused a request in its JSON mode. */
  private hasNoMode = false;

  constructor(
    private readonly required: RequiredOutput,
    private readonly log: { readonly output: OutputState },
    private readonly turnId: string,
  ) {}

  private after(pending: readonly EventDraft[]): OutputState {
    return pending.reduce(nextOutput, this.log.output);
  }

  /** Whether the next answer of the model is the output itself. */
  get isRequested(): boolean {
    return this.log.output.isRequested;
  }

  /** What the request for the output adds to a request of the model. */
  get mode(): { readonly output?: JsonSchema } {
    return this.isRequested && !this.hasNoMode ? { output: this.required.schema } : {};
  }

  /** The provider refuses its JSON mode for this schema: the next request does without. False if it was not used. */
  leaveMode(): boolean {
    if (!this.isRequested || this.hasNoMode) return false;
    this.hasNoMode = true;
    return true;
  }

  /** How the turn ends by its output, or null: it goes on. */
  endAfter(pending: readonly EventDraft[]): TurnEnd | null {
    const { attempts, last } = this.after(pending);
    // A message that came after a valid output may ask for something else.
    if (attempts > 0 && last?.problems.length === 0)
      return { reason: "end_turn", error: null, output: last.value };
    if (attempts < this.required.maxAttempts) return null;
    const detail = `None of ${attempts} ${attempts === 1 ? "attempt" : "attempts"} meets the schema.`;
    return { reason: "output_invalid", error: this.error(detail, last) };
  }

  /** The end of a turn for another reason: without a valid output it is not completed. */
  endOf(end: TurnEnd, pending: readonly EventDraft[]): TurnEnd {
    if (STOP_REASONS[end.reason] !== "completed" || end.output !== undefined) return end;
    const detail = WHY[end.reason] ?? "The agent ended without one.";
    return { reason: "output_invalid", error: this.error(detail, this.after(pending).last) };
  }

  private error(detail: string, last: OutputCheck | null): TurnError {
    const problems = last?.problems ?? [];
    return { code: "output_invalid", detail, ...(problems.length > 0 && { errors: problems }) };
  }

  /** Asks a model that has ended without an output for it. */
  request(): EventDraft {
    return this.note(requestOutput(this.required.schema));
  }

  /** Checks an answer to such a request: marks its last item, and asks again where an attempt is left. */
  judge(drafts: readonly EventDraft[], items: readonly Item[], finish: FinishReason): EventDraft[] {
    const check = this.checkOf(items, finish);
    const last = drafts.findLastIndex(({ type }) => type === "item.completed");
    const marked = drafts.map((draft, index): EventDraft =>
      index === last && draft.type === "item.completed" ? { ...draft, output: check } : draft,
    );
    return check.problems.length > 0 && this.endAfter(marked) === null
      ? [...marked, this.note(requestAgain(check))]
      : marked;
  }

  private checkOf(items: readonly Item[], finish: FinishReason): OutputCheck {
    if (finish === "length") return invalid("was cut off at the length limit");
    const parts = items.flatMap(({ content }) => content);
    if (parts.some(({ type }) => type === "tool_call")) return invalid("is a call of a tool");
    return this.required.check(parts.map((part) => (part.type === "text" ? part.text : "")).join(""));
  }

  private note(text: string): EventDraft {
    const item = serviceItem(this.turnId, "user", text);
    return { type: "item.completed", turn_id: this.turnId, item, output: { type: "requested" } };
  }
}
