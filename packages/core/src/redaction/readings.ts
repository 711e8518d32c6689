/** More white space than this between two characters of something encoded separates them. */
const MAX_BREAK = 64;
const SEPARATOR = "\0";
/** A line break goes on with what has so many characters before it: what is shorter is a line by itself, and shown at once. */
const MIN_BEFORE_BREAK = 4;

/** Where a reading leaves its text: at `at`, what comes before ends at `before` in the text, and what follows begins at `after`. */
interface Shift {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** A text as it is searched: an escape is one character, and what does not count is left out. */
export class Reading {
  constructor(
    readonly text: string,
    /** So much of the given text was read. The rest may be the start of an escape. */
    readonly end: number,
    private readonly shifts: readonly Shift[] = [],
  ) {}

  /** The number of shifts up to a place. */
  private shiftsTo(place: number): number {
    let [low, high] = [0, this.shifts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.shifts[middle]?.at ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** A place in the given text: where what follows the place of the reading begins, or what comes before ends. */
  given(place: number, side: "before" | "after"): number {
    const shift = this.shifts[this.shiftsTo(place) - 1];
    if (shift === undefined) return place;
    return shift.at === place ? shift[side] : shift.after + place - shift.at;
  }

  /** Where something begins: after the breaks that have too few of its characters before them. */
  startOf(place: number): number {
    let start = place;
    for (let index = this.shiftsTo(place); ; index++) {
      const { at, before, after } = this.shifts[index] ?? { at: Infinity, before: 0, after: 0 };
      if (at >= start + MIN_BEFORE_BREAK) return start;
      if (before < after) start = at;
    }
  }
}

/** Where an escape begins that may go on after the text; the end of the text if there is none. */
export function openEscape(text: string): number {
  return text.length - (/(?:%[0-9a-f]?|\\)$/i.exec(text.slice(-2))?.[0].length ?? 0);
}

function replaced(given: string, isWhole: boolean, tokens: RegExp, of: (token: string) => string): Reading {
  const end = isWhole ? given.length : openEscape(given);
  const shifts: Shift[] = [];
  let text = "";
  let last = 0;
  for (const { 0: token, index } of given.slice(0, end).matchAll(tokens)) {
    const instead = of(token);
    const after = index + token.length;
    text += given.slice(last, index) + instead;
    // What is left out right after something else that is: both are at the same position.
    const previous = shifts.at(-1);
    const gap = previous?.at === text.length ? previous.before : index;
    shifts.push({ at: text.length, before: instead === "" ? gap : after, after });
    last = after;
  }
  return new Reading(text + given.slice(last, end), end, shifts);
}

const decoded = (escape: string) => String.fromCharCode(Number.parseInt(escape.slice(1), 16));

/** With a plus sign as a space, which it may stand for. */
export const withSpaces = (text: string) => text.replaceAll("+", " ");

/** Reads `%XX` as that byte, so that a secret is the same in every dialect of URL encoding. */
export function readPercent(text: string, isWhole: boolean): Reading {
  return replaced(withSpaces(text), isWhole, /%[0-9a-f]{2}/gi, (escape) => withSpaces(decoded(escape)));
}

/** Reads base64url as base64, and leaves out line breaks, also escaped ones, with the indentation after them. */
export function readEncoded(text: string, isWhole: boolean): Reading {
  const tokens = /%[0-9a-fA-F]{2}|(?:[\r\n]|\\[nr])(?:[\t\r\n ]|\\[nr])*|\\(?=\/)/g;
  return replaced(text.replaceAll("-", "+").replaceAll("_", "/"), isWhole, tokens, (token) => {
    if (token.startsWith("%")) return decoded(token);
    return token.length > MAX_BREAK ? SEPARATOR : "";
  });
}
