import { canonicalJson } from "../runtime/canonical-json.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import type { Item } from "../domain/sessions/item.ts";
import type { TurnError } from "../domain/sessions/turn.ts";
import { CUT_OFF_NOTE } from "./step-notes.ts";

const NUDGE_AT = 3;
const STUCK_AT = 5;

export const NUDGE =
  "You have made the same calls with the same results several times in a row. Repeating them will not change anything. Try another way, or say what prevents you from continuing.";
const STUCK_DETAIL = `The agent made the same calls with the same results ${STUCK_AT} times in a row.`;
export const CUT_TEXT_NUDGE =
  "Your last messages said the same and were all cut off at the length limit. Do not repeat them: say what is left in a few sentences, or do it in smaller parts.";
const CUT_TEXT_DETAIL = `The model's answer was cut off at the length limit ${STUCK_AT} times in a row and said the same each time.`;

function canonicalArguments(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? canonicalJson(value) : text.trim();
  } catch {
    return text;
  }
}

/** The longest cycle that is detected, in steps. */
const LONGEST = 3;

/** Counts repetitions of the last steps: one step again and again, or a cycle of a few. */
class Repetition {
  /** The last steps, the newest first. */
  private readonly last: string[] = [];
  /** By cycle length minus one: how many of the last steps equal the step one cycle before them. */
  private readonly equal: number[] = Array.from({ length: LONGEST }, () => 0);

  add(step: string): void {
    for (const [index, before] of this.equal.entries())
      this.equal[index] = this.last[index] === step ? before + 1 : 0;
    this.last.unshift(step);
    this.last.splice(LONGEST);
  }

  /** Whether the last step completed exactly this many repetitions. */
  isAt(times: number): boolean {
    return this.equal.some((count, index) => count === (times - 1) * (index + 1));
  }

  isPast(times: number): boolean {
    return this.equal.some((count, index) => count >= (times - 1) * (index + 1));
  }
}

function isCutOffNote({ content: [part] }: Item): boolean {
  return part?.type === "text" && part.text === CUT_OFF_NOTE;
}

/** What follows from a repetition: a note to the model, or the end of the turn. */
export type Verdict =
  { readonly type: "nudge"; readonly text: string } | { readonly type: "stuck"; readonly error: TurnError };

/**
 * Detects repeated steps in a log: the same calls (name and arguments, in any order of keys) with the same results, or the same text,
 * cut off at the length limit. A new turn and a message of a person reset it. Takes every event of the session in order.
 */
export class DoomLoop {
  private repetition = new Repetition();
  private turnId: string | null = null;
  private response: string | null = null;
  /** The calls of the current response without a result, by item id. */
  private readonly open = new Map<string, string>();
  private step: string[] = [];
  /** The text and the unfinished calls of the current response. */
  private said: string[] = [];
  private isCutText = false;
  private isNudged = false;

  apply(event: SessionEvent): void {
    if (event.type !== "item.completed") return;
    const { item } = event;
    // Failed items count only for the assistant: the unfinished call of a cut-off response tells it apart from others.
    if (item.status !== "completed" && item.role !== "assistant") return;
    if (item.turn_id !== this.turnId) {
      // A message for a later turn, or that such a turn was withdrawn.
      if (item.role === "user" || item.kind === "system") return;
      this.begin(item.turn_id);
    }
    if (item.role === "user") {
      if (item.kind === "message") this.begin(item.turn_id);
      else if (isCutOffNote(item)) this.addStep(JSON.stringify(this.said), true);
      else this.isNudged = true;
      return;
    }
    if (item.role === "assistant") this.addSaid(item);
    else this.addResult(item);
  }

  private begin(turnId: string): void {
    this.turnId = turnId;
    this.repetition = new Repetition();
    this.beginResponse(null);
  }

  private beginResponse(messageId: string | null): void {
    this.response = messageId;
    this.open.clear();
    this.step = [];
    this.said = [];
  }

  private addSaid(item: Item): void {
    if (item.message_id !== this.response) this.beginResponse(item.message_id);
    for (const part of item.content) {
      if (part.type === "text") this.said.push(part.text.trim());
      if (part.type !== "tool_call") continue;
      if (item.status !== "completed") this.said.push(part.name, part.arguments);
      else this.open.set(item.item_id, JSON.stringify([part.name, canonicalArguments(part.arguments)]));
    }
  }

  private addResult(item: Item): void {
    const call = this.open.get(item.parent_item_id ?? "");
    const result = item.content.find((part) => part.type === "tool_result");
    if (call === undefined || result === undefined) return;
    this.open.delete(item.parent_item_id ?? "");
    this.step.push(JSON.stringify([call, result.is_error, result.output]));
    if (this.open.size > 0) return;
    this.addStep(this.step.toSorted().join("\n"), false);
  }

  private addStep(step: string, isCutText: boolean): void {
    this.repetition.add(step);
    this.isCutText = isCutText;
    this.isNudged = false;
  }

  /** What follows from the last step: a note to the model (once), the end of the turn, or nothing. */
  verdict(turnId: string): Verdict | null {
    if (turnId !== this.turnId) return null;
    if (this.repetition.isPast(STUCK_AT))
      return {
        type: "stuck",
        error: { code: "doom_loop", detail: this.isCutText ? CUT_TEXT_DETAIL : STUCK_DETAIL },
      };
    if (!this.repetition.isAt(NUDGE_AT) || this.isNudged) return null;
    return { type: "nudge", text: this.isCutText ? CUT_TEXT_NUDGE : NUDGE };
  }
}
