import { RESET, type StyledText, type TextStyle } from "../runtime/styled-text.ts";
import { MAX_OUTPUT_LINES } from "../outputs/truncate-output.ts";

/** Characters that are collected: more than is shown, so that enough is left after redaction. */
const HEAD_CHARACTERS = 32_768;
const TAIL_CHARACTERS = 131_072;
/** Replaces the dropped middle. `truncateOutput` removes it with its surroundings. */
const GAP = "\n[…]\n";

interface CollectedOutput {
  readonly output: string;
  /** The number of characters dropped from the middle. */
  readonly dropped: number;
  /** Empty if characters were dropped. */
  readonly styles: readonly TextStyle[];
}

/** Two for each line that is shown. */
const MAX_STYLES = 2 * MAX_OUTPUT_LINES;

/** Collects the start and the end of a text of any length in bounded memory. */
export class OutputCollector {
  private head = "";
  private tail = "";
  private dropped = 0;
  private readonly styles: TextStyle[] = [];

  add({ text, styles }: StyledText): void {
    this.addStyles(styles);
    const room = HEAD_CHARACTERS - this.head.length;
    this.head += text.slice(0, room);
    this.tail += text.slice(room);
    if (this.tail.length <= TAIL_CHARACTERS * 2) return;
    this.dropped += this.tail.length - TAIL_CHARACTERS;
    this.tail = this.tail.slice(-TAIL_CHARACTERS);
  }

  /** The text has no style from the first one on that does not fit. */
  private addStyles(styles: readonly TextStyle[]): void {
    const start = this.head.length + this.tail.length;
    for (const { at, sgr } of styles) {
      if (this.styles.length > MAX_STYLES) return;
      this.styles.push({ at: start + at, sgr: this.styles.length === MAX_STYLES ? RESET : sgr });
    }
  }

  collect(): CollectedOutput {
    if (this.dropped === 0) return { output: this.head + this.tail, dropped: 0, styles: this.styles };
    return { output: this.head + GAP + this.tail, dropped: this.dropped - GAP.length, styles: [] };
  }
}
