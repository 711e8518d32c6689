/** The tokens that begin a worker's reports. They differ in which processes may have read them, since a command can read its own output. */
export interface Tokens {
  /** Written before the command runs, which may read it. */
  readonly begin: string;
  /** Written when no process remains that could read it. */
  readonly clean: string;
  /** Written when processes of unknown origin remain, which may read it. */
  readonly dirty: string;
}

const WHICH = ["begin", "clean", "dirty"] as const;

/** The tokens that may still come. */
export type Awaited = { readonly [Which in keyof Tokens]: string | null };

/** The end of a command, as its worker reports it. */
export interface Ending {
  readonly exitCode: number;
  /** The container has processes that belong to no worker, or to another worker's command. */
  readonly hasStrangers: boolean;
}

/** `S`: the command starts; `I`: it reads no more input. */
type Word = "S" | "I" | Ending;

const MARK = "\x1e";
const LINE_FEED = 0x0a;
const [S, I, E, ZERO, NINE] = [0x53, 0x49, 0x45, 0x30, 0x39];
const TOKEN_BYTES = 33;

/** A report in the output, with its start and end. Without a word it may be the beginning of one. */
interface Found {
  readonly at: number;
  readonly end: number;
  readonly word: Word | null;
}

interface Said {
  readonly word: Word;
  readonly end: number;
}

/** Reads the word behind a token; `part`: it may become one with more output; null: it is none. */
function saidAt(data: Buffer, at: number, which: keyof Tokens): Said | "part" | null {
  if (at >= data.length) return "part";
  const first = data[at];
  if (which === "begin") {
    if (first !== S && first !== I) return null;
    if (at + 1 >= data.length) return "part";
    return data[at + 1] === LINE_FEED ? { word: first === S ? "S" : "I", end: at + 2 } : null;
  }
  if (first !== E) return null;
  let [exitCode, digits] = [0, 0];
  for (let next = at + 1; ; next++) {
    const byte = data[next];
    if (byte === undefined) return "part";
    if (byte === LINE_FEED)
      return digits > 0 ? { word: { exitCode, hasStrangers: which === "dirty" }, end: next + 1 } : null;
    if (byte < ZERO || byte > NINE || ++digits > 3) return null;
    exitCode = exitCode * 10 + byte - ZERO;
  }
}

function inOrder(a: Found | null, b: Found | null): Found | null {
  return a === null || (b !== null && b.at < a.at) ? b : a;
}

function findOf(data: Buffer, which: keyof Tokens, token: string): Found | null {
  const start = MARK + token;
  for (let at = data.indexOf(start, 0, "latin1"); at !== -1; at = data.indexOf(start, at + 1, "latin1")) {
    const said = saidAt(data, at + TOKEN_BYTES, which);
    if (said === "part") return { at, end: data.length, word: null };
    if (said !== null) return { at, end: said.end, word: said.word };
  }
  const from = Math.max(0, data.length - TOKEN_BYTES + 1);
  const tail = data.toString("latin1", from);
  for (let at = tail.indexOf(MARK); at !== -1; at = tail.indexOf(MARK, at + 1))
    if (start.startsWith(tail.slice(at))) return { at: from + at, end: data.length, word: null };
  return null;
}

/**
 * Finds the first word, or the beginning of one at the end of `data`; null: all of it is output. Searches for complete tokens, so that the
 * cost does not depend on what a command prints.
 */
export function findWord(tokens: Awaited, data: Buffer): Found | null {
  return WHICH.reduce<Found | null>((found, which) => {
    const token = tokens[which];
    return token === null ? found : inOrder(found, findOf(data, which, token));
  }, null);
}
