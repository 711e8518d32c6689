/** Characters that are kept of an output: more than is shown, so that what is taken out of it later leaves enough. */
const HEAD_CHARACTERS = 32_768;
const TAIL_CHARACTERS = 131_072;
/** Where the middle was dropped. It falls into what `truncateOutput` leaves out. */
const GAP = "\n[…]\n";

export interface CollectedOutput {
  readonly output: string;
  /** How many more characters there were, in its middle. */
  readonly dropped: number;
}

/** Keeps the start and the end of a text of any length in bounded memory. */
export class OutputCollector {
  private head = "";
  private tail = "";
  private dropped = 0;

  add(text: string): void {
    const room = HEAD_CHARACTERS - this.head.length;
    this.head += text.slice(0, room);
    this.tail += text.slice(room);
    if (this.tail.length > TAIL_CHARACTERS * 2) this.dropTo(TAIL_CHARACTERS);
  }

  private dropTo(characters: number): void {
    this.dropped += this.tail.length - characters;
    this.tail = this.tail.slice(-characters);
  }

  collect(): CollectedOutput {
    if (this.dropped === 0) return { output: this.head + this.tail, dropped: 0 };
    return { output: this.head + GAP + this.tail, dropped: this.dropped - GAP.length };
  }
}
