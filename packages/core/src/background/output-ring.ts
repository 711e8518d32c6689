/** What is kept of an output: the newest, in UTF-16 units, of which the most take one byte. */
export const RING_CHARACTERS = 1_048_576;

/** What is shown at one look. */
const MAX_SHOWN_CHARACTERS = 49_152;
const MAX_SHOWN_LINES = 1_900;

export interface Look {
  readonly text: string;
  /** Characters that were overwritten before anybody looked. */
  readonly lost: number;
  /** Characters that wait for the next look. */
  readonly waiting: number;
}

/** The newest part of an output, read forwards: each look goes on where the last one ended. */
export class OutputRing {
  private text = "";
  /** How many characters were written before `text`. */
  private start = 0;
  private seen = 0;

  constructor(private readonly capacity = RING_CHARACTERS) {}

  add(piece: string): void {
    this.text += piece;
    // Cut seldom, so that a long output costs no more than its length.
    if (this.text.length > this.capacity * 1.25) this.dropTo(this.capacity);
  }

  private dropTo(length: number): void {
    const cut = this.text.length - length;
    if (cut <= 0) return;
    this.text = this.text.slice(cut);
    this.start += cut;
  }

  /**
   * What is new, as much as is shown at once. With a filter only the lines that hold it; a last line that is not ended then waits,
   * unless `isOver`.
   */
  look(filter: string | undefined, isOver: boolean): Look {
    this.dropTo(this.capacity);
    const lost = Math.max(0, this.start - this.seen);
    let at = Math.max(0, this.seen - this.start);
    let text = "";
    for (let lines = 0; at < this.text.length && lines < MAX_SHOWN_LINES;) {
      const newline = this.text.indexOf("\n", at);
      if (newline < 0 && filter !== undefined && !isOver) break;
      const end = newline < 0 ? this.text.length : newline + 1;
      const line = this.text.slice(at, end);
      if (filter === undefined || line.includes(filter)) {
        const room = MAX_SHOWN_CHARACTERS - text.length;
        if (line.length > room && text !== "") break;
        // A line that is longer than a whole look is shown in parts.
        text += line.slice(0, room);
        lines += 1;
        at += Math.min(line.length, room);
      } else at = end;
    }
    this.seen = this.start + at;
    return { text: text.toWellFormed(), lost, waiting: this.text.length - at };
  }
}
