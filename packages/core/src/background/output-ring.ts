/** How much of an output is stored, in UTF-16 units; older output is dropped. */
const RING_CHARACTERS = 1_048_576;

/** How much one look returns. */
const MAX_SHOWN_CHARACTERS = 49_152;
const MAX_SHOWN_LINES = 1_900;

export interface Look {
  readonly text: string;
  /** Characters that were dropped before a look returned them. */
  readonly lost: number;
  /** Characters that are left for the next look. */
  readonly waiting: number;
}

/** The newest part of an output that no look has returned. Each look continues where the last one ended. */
export class OutputRing {
  private text = "";
  /** Characters that were dropped since the last look. */
  private lost = 0;
  /** The last look ended within a line that it returned. */
  private isWithinLine = false;

  constructor(private readonly capacity = RING_CHARACTERS) {}

  add(piece: string): void {
    this.text += piece;
    // Cutting seldom keeps the cost of a long output linear.
    if (this.text.length > this.capacity * 1.25) this.dropTo(this.capacity);
  }

  private dropTo(length: number): void {
    const cut = this.text.length - length;
    if (cut <= 0) return;
    this.text = this.text.slice(cut);
    this.lost += cut;
  }

  /**
   * The new output, up to the limits. With a filter, only lines that contain it; an unfinished last line waits, unless `isOver`.
   * The rest of a line whose beginning was returned needs no filter.
   */
  look(filter: string | undefined, isOver: boolean): Look {
    this.dropTo(this.capacity);
    const { lost } = this;
    this.lost = 0;
    if (lost > 0) this.isWithinLine = false;
    let at = 0;
    let text = "";
    for (let lines = 0; at < this.text.length && lines < MAX_SHOWN_LINES;) {
      const newline = this.text.indexOf("\n", at);
      const isShown = filter === undefined || this.isWithinLine;
      if (newline < 0 && !isShown && !isOver) break;
      const end = newline < 0 ? this.text.length : newline + 1;
      const line = this.text.slice(at, end);
      if (isShown || line.includes(filter)) {
        const room = MAX_SHOWN_CHARACTERS - text.length;
        if (line.length > room && text !== "") break;
        // A line that is longer than a look is returned in parts.
        const part = line.slice(0, room);
        text += part;
        lines += 1;
        at += part.length;
        this.isWithinLine = !part.endsWith("\n");
      } else at = end;
    }
    this.text = this.text.slice(at);
    return { text: text.toWellFormed(), lost, waiting: this.text.length };
  }
}
