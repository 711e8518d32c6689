import type { Readable } from "node:stream";
import { findWord, type Awaited, type Ending } from "./output-words.ts";

const HIGH_WATER_BYTES = 65_536;
const MOST_BEFORE = 2_000;

/** Receives a report about a running command: it has started, or reads no more input. */
export type OnWord = (word: "S" | "I") => void;

interface Current {
  /** The first one counts once: repeated, it is the command's own output. */
  tokens: Awaited;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly end: (ending: Ending | null) => void;
  readonly onWord: OnWord;
  isWanted: boolean;
}

/**
 * One of the two streams of a worker, with the output of one command after another. The worker's own reports begin with a token of the
 * command. Unread output blocks the command.
 */
export class OutputChannel {
  private current: Current | null = null;
  private held: Buffer = Buffer.alloc(0);
  private hasEnded = false;
  private readonly first = Promise.withResolvers<string | null>();
  /** The first line before any command; null: the stream ended without one. */
  readonly firstLine = this.first.promise;
  /** The text before any command. */
  before = "";

  constructor(private readonly source: Readable) {
    source.on("data", (chunk: Buffer) => this.take(chunk));
    const end = () => this.endOfAll();
    source.once("end", end);
    source.once("close", end);
    source.once("error", end);
  }

  /** The output of the next command. `ended` resolves with null when the stream ended before the command's end was reported. */
  begin(
    tokens: Awaited,
    onWord: OnWord,
  ): { readonly stream: ReadableStream<Uint8Array>; readonly ended: Promise<Ending | null> } {
    const { promise: ended, resolve: end } = Promise.withResolvers<Ending | null>();
    this.held = Buffer.alloc(0);
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.current = { tokens, controller, end, onWord, isWanted: true };
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
      const { current } = this;
      const found = findWord(current.tokens, data);
      this.give(data.subarray(0, found?.at));
      if (found === null) return;
      if (found.word === null) {
        this.held = data.subarray(found.at);
        return;
      }
      if (typeof found.word === "string") {
        current.tokens = { ...current.tokens, begin: null };
        current.onWord(found.word);
      } else this.finish(found.word);
      data = data.subarray(found.end);
    }
  }

  /** Reads the text before any command: a line, or an error. */
  private greet(data: Buffer): void {
    this.before = (this.before + data.toString("latin1")).slice(0, MOST_BEFORE);
    const at = this.before.indexOf("\n");
    if (at !== -1) this.first.resolve(this.before.slice(0, at));
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
    this.first.resolve(null);
    this.give(this.held);
    this.held = Buffer.alloc(0);
    this.finish(null);
  }
}
