import { BlockSearch, BlockSet } from "./block-search.ts";
import { GramFilter } from "./gram-filter.ts";
import {
  LEFT_OUT,
  MAX_BREAK,
  neverSpecial,
  readEncoded,
  readPercent,
  readPlain,
  specialInEncoded,
  specialInPercent,
  type Reader,
  type Reading,
  type Special,
} from "./readings.ts";
import type { Needles } from "./secret-needles.ts";
import { addSpan, type Span } from "./span.ts";
import { powerOfTwo, SubstringAutomaton, SubstringCursor, type Needle } from "./substring-automaton.ts";

/** A line break goes on with what has so many characters before it: what is shorter is a line by itself, and shown at once. */
const MIN_BEFORE_BREAK = 4;

/** Looks for secrets in one reading of a text that comes in pieces. */
class SecretSearch {
  /** Found, and not yet taken over. */
  spans: Span[] = [];
  private readonly cursor: SubstringCursor;
  private readonly reading: Reading = { unit: 0, width: 0 };
  /** Where the last characters that were read begin. */
  private readonly starts: Float64Array;
  private count = 0;
  private position = 0;
  /** Where the last escape ends that was read as one character. */
  private escapeEnd = 0;
  private breakWidth = 0;

  constructor(
    private readonly secrets: Searched,
    private readonly read: Reader,
    private readonly isSpecial: Special,
  ) {
    this.cursor = new SubstringCursor(secrets.automaton);
    this.starts = new Float64Array(powerOfTwo(secrets.automaton.longest + 1));
  }

  /** Reads on in a text, whose first character is the one at `offset` of the whole. */
  scan(text: string, offset: number, isWhole: boolean): void {
    const { size } = this.secrets.filter;
    while (this.position - offset < text.length) {
      const canLeap = this.cursor.length < size && this.breakWidth === 0;
      const until = canLeap ? this.leap(text, offset) : this.position;
      do if (!this.readOne(text, offset, isWhole)) return;
      while (this.position < until && this.position - offset < text.length);
    }
  }

  /** Leaves out what no secret begins in; gives the place up to which is then to be read. */
  private leap(text: string, offset: number): number {
    const { size, leap } = this.secrets.filter;
    const begin = this.cursor.length === 0 ? this.position : this.startOf(this.cursor.length);
    // Of what was shown before it is not known here how it was read.
    if (begin < offset) return this.position;
    let start = begin - offset;
    while (start + leap + size <= text.length && this.isForeign(text, start + leap)) start += leap + 1;
    if (start + offset > begin) {
      this.position = start + offset;
      this.cursor.reset();
    }
    return start + offset + leap + size;
  }

  /** Whether no secret holds the few characters at a place. */
  private isForeign(text: string, at: number): boolean {
    const { filter } = this.secrets;
    return !filter.mayHold(text, at) && !this.isSpecial(text, at, at + filter.size);
  }

  /** False: what follows has to be known first. */
  private readOne(text: string, offset: number, isWhole: boolean): boolean {
    const { cursor, reading } = this;
    this.read(text, this.position - offset, isWhole, reading);
    const { unit, width } = reading;
    if (width === 0) return false;
    const start = this.position;
    this.position += width;
    if (width > 1) this.escapeEnd = this.position;
    if (unit < 0) {
      this.skip(unit, width);
      return true;
    }
    this.breakWidth = 0;
    cursor.read(unit);
    this.starts[this.count++ & (this.starts.length - 1)] = start;
    const { found } = cursor;
    if (found > 0) {
      const span = { start: this.startOf(found), end: this.position, name: cursor.foundName, longest: found };
      addSpan(this.spans, span);
    }
    return true;
  }

  /** Whether a text that begins at a place begins in the middle of what was read as one character. */
  isSplitAt(offset: number): boolean {
    return this.escapeEnd > offset;
  }

  /** Stands where another search of the same secrets stands, which has read what this one would have read as it did. */
  follow({ cursor, count, position }: SecretSearch): void {
    this.cursor.follow(cursor);
    this.count = count;
    this.position = position;
    for (let back = 1; back <= cursor.length; back++)
      this.starts[(count - back) & (this.starts.length - 1)] = position - back;
  }

  private skip(unit: number, width: number): void {
    // Spaces are left out where they indent a line, not between words.
    const goesOn = unit === LEFT_OUT ? this.cursor.length >= MIN_BEFORE_BREAK : this.breakWidth > 0;
    this.breakWidth += width;
    if (goesOn && this.breakWidth <= MAX_BREAK) return;
    this.cursor.reset();
    this.breakWidth = 0;
  }

  /** Where the last so many characters begin. */
  private startOf(characters: number): number {
    return this.starts[(this.count - characters) & (this.starts.length - 1)] ?? 0;
  }

  /** Up to here it is known what is a secret. */
  get decided(): number {
    const { undecided } = this.cursor;
    return undecided === 0 ? this.position : this.startOf(undecided);
  }
}

/** What is looked for, and what tells quickly that it is not there. */
interface Searched {
  readonly automaton: SubstringAutomaton;
  readonly filter: GramFilter;
}

function searched(needles: readonly Needle[], folded: readonly string[]): Searched {
  const automaton = new SubstringAutomaton(needles, folded);
  const texts = needles.map(({ text }) => text);
  return { automaton, filter: new GramFilter(texts, automaton.leastPiece, automaton.kinds) };
}

/** What was made of a set of secrets, to look for them. */
export class SecretForms {
  readonly isEmpty: boolean;
  private readonly plain: Searched;
  private readonly encoded: Searched;
  private readonly blocks: BlockSet;

  constructor(needles: Needles) {
    this.blocks = new BlockSet(needles.long);
    this.isEmpty = needles.plain.length === 0 && this.blocks.isEmpty;
    this.plain = searched(needles.plain, ["+ "]);
    this.encoded = searched(needles.encoded, ["-+", "_/"]);
  }

  searches(): SecretSearches {
    return {
      plain: new SecretSearch(this.plain, readPlain, neverSpecial),
      percent: new SecretSearch(this.plain, readPercent, specialInPercent),
      encoded: new SecretSearch(this.encoded, readEncoded, specialInEncoded),
      blocks: new BlockSearch(this.blocks),
    };
  }
}

export interface SecretSearches {
  readonly plain: SecretSearch;
  /** Of what the first looks for. */
  readonly percent: SecretSearch;
  readonly encoded: SecretSearch;
  readonly blocks: BlockSearch;
}
