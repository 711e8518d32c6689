import { cleanText } from "./text.ts";

/** What the model is shown of an output (RESEARCH: 2,000 lines, 50 KiB, the first 20 % and the last 80 %). */
export const MAX_OUTPUT_LINES = 2_000;
export const MAX_OUTPUT_CHARACTERS = 51_200;
const HEAD_SHARE = 0.2;

export interface CollectedOutput {
  readonly text: string;
  readonly truncated: boolean;
}

/** Keeps the start and the end of a text of any length in bounded memory. */
export class OutputCollector {
  private head = "";
  private tail = "";
  private readonly headSize: number;
  private readonly tailSize: number;
  private dropped = 0;

  constructor(characters: number = MAX_OUTPUT_CHARACTERS) {
    // Twice what is shown, so that cleaning and the cut at a line still leave enough.
    this.headSize = Math.floor(characters * HEAD_SHARE) * 2;
    this.tailSize = characters * 2;
  }

  add(text: string): void {
    let rest = text;
    if (this.head.length < this.headSize) {
      const room = this.headSize - this.head.length;
      this.head += rest.slice(0, room);
      rest = rest.slice(room);
    }
    if (rest === "") return;
    this.tail += rest;
    if (this.tail.length > this.tailSize * 2) {
      this.dropped += this.tail.length - this.tailSize;
      this.tail = this.tail.slice(-this.tailSize);
    }
  }

  collect(): CollectedOutput {
    const gap = this.dropped > 0 ? "\n" : "";
    return truncateOutput(cleanText(this.head + gap + this.tail), this.dropped);
  }
}

/** Cuts the middle out of a text that is too long to be shown; `dropped` characters were left out before. */
export function truncateOutput(text: string, dropped = 0): CollectedOutput {
  const lines = text.split("\n");
  if (dropped === 0 && lines.length <= MAX_OUTPUT_LINES && text.length <= MAX_OUTPUT_CHARACTERS)
    return { text, truncated: false };
  const headLines = lines.slice(0, MAX_OUTPUT_LINES * HEAD_SHARE);
  const head = headLines.join("\n").slice(0, MAX_OUTPUT_CHARACTERS * HEAD_SHARE);
  const tailLines = lines.slice(
    Math.max(headLines.length, lines.length - MAX_OUTPUT_LINES * (1 - HEAD_SHARE)),
  );
  const tailText = lines.length > headLines.length ? tailLines.join("\n") : text.slice(head.length);
  const tail = tailText.slice(-MAX_OUTPUT_CHARACTERS * (1 - HEAD_SHARE));
  const left = text.length - head.length - tail.length + dropped;
  if (left <= 0) return { text, truncated: false };
  return { text: `${head}\n[… ${left} characters left out …]\n${tail}`.toWellFormed(), truncated: true };
}
