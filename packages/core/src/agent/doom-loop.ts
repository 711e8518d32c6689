import { canonicalJson } from "../canonical-json.ts";
import type { SessionEvent } from "../sessions/event.ts";
import type { Item } from "../sessions/item.ts";

const NUDGE_AT = 3;
const STUCK_AT = 5;

export const NUDGE =
  "You have made the same calls with the same results several times in a row. Repeating them will not change anything. Try another way, or say what keeps you from going on.";
export const STUCK_DETAIL = `The agent made the same calls with the same results ${STUCK_AT} times in a row.`;

function canonicalArguments(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? canonicalJson(value) : text.trim();
  } catch {
    return text;
  }
}

/** The longest circle that is told: this many steps, over and over. */
const LONGEST = 3;

/** How often the last steps have repeated themselves: one step over and over, or a few in the same order. */
class Repetition {
  /** The steps before the next one, the newest first. */
  private readonly last: string[] = [];
  /** By the length of the circle, less one: how many steps, up to the last, equal the one that is so far before them. */
  private readonly equal: number[] = Array.from({ length: LONGEST }, () => 0);

  add(step: string): void {
    for (const [index, before] of this.equal.entries())
      this.equal[index] = this.last[index] === step ? before + 1 : 0;
    this.last.unshift(step);
    this.last.splice(LONGEST);
  }

  /** Whether the last step has completed so many repetitions just now. */
  isAt(times: number): boolean {
    return this.equal.some((count, index) => count === (times - 1) * (index + 1));
  }

  isPast(times: number): boolean {
    return this.equal.some((count, index) => count >= (times - 1) * (index + 1));
  }
}

/**
 * Watches a log for steps that repeat themselves: the same calls (name and arguments, whatever the order of the keys) with the same results.
 * A new turn, and a word from a person, start anew. Give it every event of the session in order.
 */
export class DoomLoop {
  private repetition = new Repetition();
  private turnId: string | null = null;
  private response: string | null = null;
  /** The calls of the current response that wait for their results, by their item. */
  private readonly open = new Map<string, string>();
  private step: string[] = [];
  private isNudged = false;

  apply(event: SessionEvent): void {
    if (event.type !== "item.completed" || event.item.status !== "completed") return;
    const { item } = event;
    if (item.turn_id !== this.turnId) {
      if (item.role === "user") return;
      this.begin(item.turn_id);
    }
    if (item.role === "user") {
      if (item.kind === "message") this.begin(item.turn_id);
      else this.isNudged = true;
      return;
    }
    if (item.role === "assistant") this.addSaid(item);
    else this.addResult(item);
  }

  private begin(turnId: string): void {
    this.turnId = turnId;
    this.repetition = new Repetition();
    this.response = null;
    this.open.clear();
    this.step = [];
  }

  private addSaid(item: Item): void {
    if (item.message_id !== this.response) {
      this.response = item.message_id;
      this.open.clear();
      this.step = [];
    }
    for (const part of item.content) {
      if (part.type === "tool_call")
        this.open.set(item.item_id, JSON.stringify([part.name, canonicalArguments(part.arguments)]));
    }
  }

  private addResult(item: Item): void {
    const call = this.open.get(item.parent_item_id ?? "");
    const result = item.content.find((part) => part.type === "tool_result");
    if (call === undefined || result === undefined) return;
    this.open.delete(item.parent_item_id ?? "");
    this.step.push(JSON.stringify([call, result.is_error, result.output]));
    if (this.open.size > 0) return;
    this.repetition.add(this.step.toSorted().join("\n"));
    this.isNudged = false;
  }

  /** What follows from the last step: a word to the model (once), the end of the turn, or nothing. */
  verdict(turnId: string): "nudge" | "stuck" | null {
    if (turnId !== this.turnId) return null;
    if (this.repetition.isPast(STUCK_AT)) return "stuck";
    return this.repetition.isAt(NUDGE_AT) && !this.isNudged ? "nudge" : null;
  }
}
