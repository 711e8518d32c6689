import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { DeltaEvent } from "./delta-event.ts";

const BORDER = "\n\n";
const DATA = /^\uFEFF?data:\s*\{/m;
/** What may wait for a reader that is slower than its model, in characters. */
const MOST_WAITING = 65_536;

type TextPart = Extract<LanguageModelV4StreamPart, { type: "text-delta" | "reasoning-delta" }>;

/** What the package made of an event, and makes of each that differs from it in its text alone. */
interface Rule {
  readonly event: DeltaEvent;
  readonly type: TextPart["type"];
  readonly id: string;
}

/**
 * The way of text past a provider's package, which takes longer for a token than all else that is done with it. The package is given the
 * first event of a run of text, and whatever is no text. Once it has told that event's text, and has nothing else to tell, the events
 * that differ from it in their text alone are told here.
 */
export class TextLane {
  private readonly decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** How many events the package was given, and how many of them it has begun to tell of. */
  private given = 0;
  private told = 0;
  /** The last one that it was given, where that is text and stood alone. */
  private last: DeltaEvent | null = null;
  private rule: Rule | null = null;
  private waiting: TextPart | null = null;
  /** An event came in two parts: nobody counts any more. */
  private isClosed = false;
  /** Called when there is text to take, and when it was taken. */
  onText = () => {};
  onTaken = () => {};

  /** Whether a packet is told here, and the package must not be given it. `isWhole`: it holds whole events and nothing else. */
  tells(packet: Uint8Array, isWhole: boolean): boolean {
    if (this.isClosed) return false;
    if (!isWhole) {
      this.isClosed = true;
      this.rule = null;
      return false;
    }
    const events = this.decoder.decode(packet).slice(0, -BORDER.length).split(BORDER);
    const [event = ""] = events;
    if (events.length === 1 && this.rule !== null) {
      const { event: first, type, id } = this.rule;
      const text = first.textOf(event);
      if (text !== null) {
        this.waiting = { type, id, delta: (this.waiting?.delta ?? "") + text };
        this.onText();
        return true;
      }
    }
    this.given += events.filter((each) => DATA.test(each)).length;
    this.last = events.length === 1 ? DeltaEvent.parse(event) : null;
    this.rule = null;
    return false;
  }

  /** Whether so much waits that no more should come. */
  get isFull(): boolean {
    return (this.waiting?.delta.length ?? 0) >= MOST_WAITING;
  }

  /** Each part that the package tells, in its order. */
  saw(part: LanguageModelV4StreamPart): void {
    if (part.type === "raw") this.told += 1;
    // It tells of more than it was seen to be given: the count is of no use.
    if (this.told > this.given) this.isClosed = true;
    if (part.type !== "text-delta" && part.type !== "reasoning-delta") return;
    const { last } = this;
    if (this.isClosed || last === null || this.told !== this.given || part.delta !== last.said) return;
    this.rule = { event: last, type: part.type, id: part.id };
    this.last = null;
  }

  /** The text that has come since; null: none has. To be asked before each part of the package. */
  take(): TextPart | null {
    const { waiting } = this;
    this.waiting = null;
    if (waiting !== null) this.onTaken();
    return waiting;
  }
}
