/** What a worker says begins with one of these. They are told apart by who may have read them, since a command can read its own output. */
export interface Tokens {
  /** Said before the command runs: it may know this one. */
  readonly begin: string;
  /** Said when nothing is left of the command: nobody was there to read it. */
  readonly clean: string;
  /** Said when processes are left that belong to nobody: they may have read it. */
  readonly dirty: string;
}

/** How a command ended, as its worker tells it. */
export interface Ending {
  readonly exitCode: number;
  /** There are processes in the container that belong to no worker, or to another's command. */
  readonly hasStrangers: boolean;
}

/** `S`: the command begins; `I`: it takes no more input. */
export type Word = "S" | "I" | Ending;

const MARK = 0x1e;
const LINE_FEED = 0x0a;
const TOKEN_BYTES = 33;
const MOST_BYTES = TOKEN_BYTES + 5;

/** What is found in output: where it is and where it ends; without a word it is the beginning of what may become one. */
export interface Found {
  readonly at: number;
  readonly end: number;
  readonly word: Word | null;
}

function wordOf(tokens: Tokens, token: string, said: string): Word | null {
  if (token === tokens.begin) return said === "S" || said === "I" ? said : null;
  const exitCode = /^E(\d{1,3})$/.exec(said)?.[1];
  if (exitCode === undefined) return null;
  return { exitCode: Number(exitCode), hasStrangers: token === tokens.dirty };
}

/** The first word, or its beginning at the end of `data`; null: it is all output. */
export function findWord(tokens: Tokens, data: Buffer): Found | null {
  const known = [tokens.begin, tokens.clean, tokens.dirty];
  for (let at = data.indexOf(MARK); at !== -1; at = data.indexOf(MARK, at + 1)) {
    const there = data.subarray(at + 1, at + TOKEN_BYTES).toString("latin1");
    const token = known.find((each) => each.startsWith(there));
    if (token === undefined) continue;
    const line = data.subarray(at, at + MOST_BYTES).indexOf(LINE_FEED);
    if (line === -1) {
      if (data.length - at < MOST_BYTES) return { at, end: data.length, word: null };
      continue;
    }
    const said = data.subarray(at + TOKEN_BYTES, at + line).toString("latin1");
    const word = there.length === token.length ? wordOf(tokens, token, said) : null;
    if (word !== null) return { at, end: at + line + 1, word };
  }
  return null;
}
