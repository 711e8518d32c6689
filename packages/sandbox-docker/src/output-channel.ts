import type { Readable } from "node:stream";

const HIGH_WATER_BYTES = 65_536;
const MOST_BEFORE = 2_000;
const LINE_FEED = 0x0a;

/** How a command ended, as its worker tells it. */
export interface Ending {
  readonly exitCode: number;
  /** Processes in the container that belong to no command. */
  readonly strangers: number;
}

/** What a worker says of a command that has not ended: it begins, or takes no more input. */
export type OnWord = (word: "S" | "I") => void;

interface Current {
  readonly token: Buffer;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly end: (ending: Ending | null) => void;
  readonly onWord: OnWord;
  isWanted: boolean;
}

/** The end of `data` that may be the beginning of the token. */
function beginningOf(token: Buffer, data: Buffer): number {
  const from = Math.max(0, data.length - token.length + 1);
  for (let at = data.indexOf(token[0] ?? 0, from); at !== -1; at = data.indexOf(token[0] ?? 0, at + 1)) {
    if (data.subarray(at).equals(token.subarray(0, data.length - at))) return at;
  }
  return data.length;
}

/**
 * One of the two streams of a worker. The commands of a worker follow each other in it; what the worker says itself begins with the
 * token of the command, which nobody else knows. Output that is not read holds the command back.
 */
export class OutputChannel {
  private current: Current | null = null;
  private held: Buffer = Buffer.alloc(0);
  private hasEnded = false;
  /** The first line that comes before any command; null: the stream ended before. */
  readonly firstLine: Promise<string | null>;
  private resolveFirst: (line: string | null) => void = () => {};
  /** What came before any command. */
  before = "";

  constructor(private readonly source: Readable) {
    this.firstLine = new Promise((resolve) => (this.resolveFirst = resolve));
    source.on("data", (chunk: Buffer) => this.take(chunk));
    const end = () => this.endOfAll();
    source.once("end", end);
    source.once("close", end);
    source.once("error", end);
  }

  /** The output of the next command; `ended` is null when the stream ended before the command's end was told. */
  begin(
    token: string,
    onWord: OnWord,
  ): { readonly stream: ReadableStream<Uint8Array>; readonly ended: Promise<Ending | null> } {
    let end: Current["end"] = () => {};
    const ended = new Promise<Ending | null>((resolve) => (end = resolve));
    this.held = Buffer.alloc(0);
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.current = { token: Buffer.from(token), controller, end, onWord, isWanted: true };
        },
        pull: () => {
          this.source.resume();
        },
        cancel: () => {
          if (this.current?.end === end) this.current.isWanted = false;
          this.source.resume();
        },
      },
      { highWaterMark: HIGH_WATER_BYTES, size: (chunk) => chunk.byteLength },
    );
    if (this.hasEnded) this.endOfAll();
    return { stream, ended };
  }

  private take(chunk: Buffer): void {
    let data = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    this.held = Buffer.alloc(0);
    if (this.current === null) this.greet(data);
    while (this.current !== null) {
      const { token } = this.current;
      const at = data.indexOf(token);
      const line = at === -1 ? -1 : data.indexOf(LINE_FEED, at);
      if (line === -1) {
        const keep = at === -1 ? beginningOf(token, data) : at;
        this.give(data.subarray(0, keep));
        this.held = data.subarray(keep);
        return;
      }
      this.give(data.subarray(0, at));
      this.said(this.current, data.subarray(at + token.length, line).toString("latin1"));
      data = data.subarray(line + 1);
    }
  }

  /** What comes before any command: a line, or why there is none. */
  private greet(data: Buffer): void {
    this.before = (this.before + data.toString("latin1")).slice(0, MOST_BEFORE);
    const at = this.before.indexOf("\n");
    if (at !== -1) this.resolveFirst(this.before.slice(0, at));
  }

  private said(current: Current, words: string): void {
    const [, exitCode, strangers] = /^E(\d+) (\d+)$/.exec(words) ?? [];
    if (exitCode === undefined) current.onWord(words === "S" ? "S" : "I");
    else this.finish({ exitCode: Number(exitCode), strangers: Number(strangers) });
  }

  private give(bytes: Buffer): void {
    if (this.current === null || bytes.length === 0 || !this.current.isWanted) return;
    const { controller } = this.current;
    controller.enqueue(new Uint8Array(bytes));
    if ((controller.desiredSize ?? 0) <= 0) this.source.pause();
  }

  private finish(ending: Ending | null): void {
    const { current } = this;
    this.current = null;
    if (current?.isWanted === true) current.controller.close();
    current?.end(ending);
    this.source.resume();
  }

  private endOfAll(): void {
    this.hasEnded = true;
    this.resolveFirst(null);
    this.give(this.held);
    this.held = Buffer.alloc(0);
    this.finish(null);
  }
}
