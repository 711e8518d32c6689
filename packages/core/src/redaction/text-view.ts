import { GRAM, type PieceIndex } from "./piece-index.ts";

export type Span = readonly [start: number, end: number, name: string];
/** Characters that follow one another in the text. Each is `width` characters there. */
type Run = readonly [index: number, start: number, width: number];
/** White space of a line break with the indentation after it. */
const MAX_BREAK = 64;
/** Without these, a decoded view reads the same as a plain one. */
export const SPECIAL = /[%\\\r\n_-]/;
const TOKEN =
  /(%[\da-f]?$|\\(?:u[\da-f]{0,3})?$)|((?:(?:[\r\n]|\\[nr])[ \t]*)+)|%([\da-f]{2})|\\u([\da-f]{4})|\\([^])/gi;
/** Base64url is read as base64. */
export const folded = (text: string): string => text.replaceAll("-", "+").replaceAll("_", "/");

/** A text that comes in chunks, read as it is or decoded: escapes undone, and without line breaks inside of what may be encoded. */
export class TextView {
  /** The last characters before `position` that may be the start of a piece; `index` were read before them. */
  private text = "";
  private index = 0;
  private runs: Run[] = [];
  private lastGram = "\0".repeat(GRAM);

  constructor(
    readonly pieces: PieceIndex,
    private readonly decodes: boolean,
    public position: number,
  ) {}

  /** Adds what is secret to `found`; returns the position before which nothing more can turn out to be. */
  read(chunk: string, isEnd: boolean, found: Span[]): number {
    const known = this.text.length;
    if (this.decodes) this.decode(folded(chunk), isEnd);
    else this.push(chunk);
    let run = 0;
    this.pieces.find(this.text, known, (from, size, name) => {
      const [start, , own] = this.locate(from, run);
      found.push([start, this.locate(from + size - 1, own)[1], name]);
      run = own;
    });
    const open = this.pieces.openEnd(this.text);
    const [start, , first] = this.locate(open, 0);
    this.runs = this.runs.slice(first);
    this.text = this.text.slice(open);
    this.index += open;
    return isEnd || this.text === "" ? this.position : start;
  }

  private decode(chunk: string, isEnd: boolean): void {
    let at = 0;
    for (const match of chunk.matchAll(TOKEN)) {
      const [token, unfinished, lines, byte, unit = byte, escaped] = match;
      this.push(chunk.slice(at, match.index));
      at = match.index + token.length;
      const character = unit === undefined ? escaped : folded(String.fromCharCode(parseInt(unit, 16)));
      const isBreak =
        lines !== undefined && lines.length <= MAX_BREAK && this.pieces.continues(this.lastGram);
      if ((isBreak || unfinished !== undefined) && at === chunk.length && !isEnd) return;
      if (isBreak) this.position += token.length;
      else this.push(character ?? token, character === undefined ? 1 : token.length);
    }
    this.push(chunk.slice(at));
  }

  private push(characters: string, width = 1): void {
    this.runs.push([this.index + this.text.length, this.position, width]);
    this.position += characters.length * width;
    this.text += characters;
    if (this.decodes) this.lastGram = (this.lastGram + characters.slice(-GRAM)).slice(-GRAM);
  }

  /** Where a character starts and ends in the text, and its run, which is not before `run`. */
  private locate(at: number, run: number): readonly [start: number, end: number, run: number] {
    let own = run;
    while ((this.runs[own + 1]?.[0] ?? Infinity) <= this.index + at) own += 1;
    const [index, first, width] = this.runs[own] ?? [0, 0, 1];
    const start = first + (this.index + at - index) * width;
    return [start, start + width, own];
  }
}
