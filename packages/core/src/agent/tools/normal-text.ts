/** A text without byte order mark, its lines ended by `\n`, with the way back to the offsets of the original. */
export class NormalText {
  readonly text: string;
  private readonly markLength: number;
  /** Where in `text` the line ends stand that are two characters in the original, ascending. */
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

  /** Where a line begins, from 0; the text's length after the last. */
  startOf(line: number): number {
    return this.starts[line] ?? this.text.length;
  }

  /** The line that holds an offset, from 0. */
  lineAt(offset: number): number {
    return countBelow(this.starts, offset + 1) - 1;
  }

  /** The original's offset. */
  originalOffset(offset: number): number {
    return offset + this.markLength + countBelow(this.pairs, offset);
  }

  /** How the original ends the line that holds an offset; the last line is taken to end as the one before. */
  endingAt(offset: number): string {
    const line = Math.min(this.lineAt(offset), this.lineCount - 2);
    if (line < 0) return "\n";
    const at = this.originalOffset(this.startOf(line + 1) - 1);
    if (this.original[at] === "\n") return "\n";
    return this.original[at + 1] === "\n" ? "\r\n" : "\r";
  }
}

/** How many of ascending numbers are below one. */
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
