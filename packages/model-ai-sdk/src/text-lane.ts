import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { DeltaEvent } from "./delta-event.ts";

const BORDER = "\n\n";
const DATA = /^\uFEFF?data:\s*\{/m;
/** How much text may wait for a slow reader, in characters. */
const MAX_WAITING = 65_536;

type TextPart = Extract<LanguageModelV4StreamPart, { type: "text-delta" | "reasoning-delta" }>;

/** The part that the package makes of an event, and of each event that differs from it in its text alone. */
interface Rule {
  readonly event: DeltaEvent;
  readonly type: TextPart["type"];
  readonly id: string;
}

/**
 * Lets text bypass the provider's package, which spends longer on a token than the rest of the server. The package receives the first event
 * of a run of text and all events that are not text. Once it has emitted that first text and has nothing else to emit, the lane emits the
 * text of each event that differs from the first in its text alone.
 */
export class TextLane {
  private readonly decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** How many events the package received, and for how many it has emitted parts. */
  private received = 0;
  private emitted = 0;
  /** The last event that the package received, if it is text and came alone. */
  private last: DeltaEvent | null = null;
  private rule: Rule | null = null;
  private waiting: TextPart | null = null;
  /** An event was split between packets, or the counts do not match: the lane stays closed. */
  private isClosed = false;
  /** Called when text is available, and when it was taken. */
  onText = () => {};
  onTaken = () => {};

  /** Takes a packet if the lane emits its text. Returns false if the package must receive it. `isWhole`: it contains only complete events. */
  takes(packet: Uint8Array, isWhole: boolean): boolean {
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
    this.received += events.filter((each) => DATA.test(each)).length;
    this.last = events.length === 1 ? DeltaEvent.parse(event) : null;
    this.rule = null;
    return false;
  }

  /** Whether reading should pause. */
  get isFull(): boolean {
    return (this.waiting?.delta.length ?? 0) >= MAX_WAITING;
  }

  /** Call this with each part that the package emits, in order. */
  saw(part: LanguageModelV4StreamPart): void {
    if (part.type === "raw") this.emitted += 1;
    // The package emitted more than it received, so the counts are useless.
    if (this.emitted > this.received) this.isClosed = true;
    if (part.type !== "text-delta" && part.type !== "reasoning-delta") return;
    const { last } = this;
    if (this.isClosed || last === null || this.emitted !== this.received || part.delta !== last.ownText)
      return;
    this.rule = { event: last, type: part.type, id: part.id };
    this.last = null;
  }

  /** Takes the text that arrived since the last call, or null. Call this before each part of the package. */
  take(): TextPart | null {
    const { waiting } = this;
    this.waiting = null;
    if (waiting !== null) this.onTaken();
    return waiting;
  }
}
