/** A text without byte order mark and with `\n` line endings, with its offsets in the original. */
export class NormalText {
  readonly text: string;
  private readonly markLength: number;
  /** The ascending offsets in `text` of line breaks that are two characters in the original. */
  private readonly pairs: readonly number[];
  private readonly starts: readonly number[];

  constructor(readonly original: string) {
    this.markLength = original.startsWith("\ufeff") ? 1 : 0;
    const body = original.slice(this.markLength);
    const pairs: number[] = [];
    for (let at = body.indexOf("\r\n"); at >= 0; at = body.indexOf("\r\n", at + 2))
      pairs.push(at - pairs.length);
    this.pairs = pairs;
    this.text = body.replace(/\r\n?/g, "\n");
    const starts = [0];
    for (let at = this.text.indexOf("\n"); at >= 0; at = this.text.indexOf("\n", at + 1)) starts.push(at + 1);
    this.starts = starts;
  }

  get lineCount(): number {
    return this.starts.length;
  }

  /** The offset of a line, from 0. The text's length after the last line. */
  startOf(line: number): number {
    return this.starts[line] ?? this.text.length;
  }

  /** The line that contains an offset, from 0. */
  lineAt(offset: number): number {
    return countBelow(this.starts, offset + 1) - 1;
  }

  /** The offset in the original. */
  originalOffset(offset: number): number {
    return offset + this.markLength + countBelow(this.pairs, offset);
  }

  /** The original line ending at an offset. The last line counts as ending like the one before it. */
  endingAt(offset: number): string {
    const line = Math.min(this.lineAt(offset), this.lineCount - 2);
    if (line < 0) return "\n";
    const at = this.originalOffset(this.startOf(line + 1) - 1);
    if (this.original[at] === "\n") return "\n";
    return this.original[at + 1] === "\n" ? "\r\n" : "\r";
  }
}

/** How many of the ascending numbers are below a bound. */
function countBelow(numbers: readonly number[], bound: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
