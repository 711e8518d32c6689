import { newId } from "../ids.ts";
import type { Sandbox } from "../ports/sandbox.ts";
import type { StreamRedactor } from "./stream-redactor.ts";
import { MAX_OUTPUT_CHARACTERS, MAX_OUTPUT_LINES } from "./truncate-output.ts";

/** Where the outputs are that were too long to be shown, inside the sandbox. */
const FOLDER = "/tmp/outputs";
/** As much as the `read` tool opens, so that every file can be read. */
export const MAX_SPILLED_BYTES = 16_777_216;
/** So many files are kept in a workspace: the newest. */
const KEPT_FILES = 16;

export interface Spilled {
  readonly path: string;
  /** The output was longer than what is kept. */
  readonly isCut: boolean;
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

export interface SpillOptions {
  readonly sandbox: Sandbox;
  readonly redactor: StreamRedactor;
  /** Characters of the end that are held back, so that `finish` can still take something out of them. */
  readonly holdBack: number;
  readonly signal: AbortSignal;
}

/**
 * Keeps the whole of an output that is too long to be shown in a file inside the sandbox, without secrets, while it comes: nothing
 * is written for one that fits, and memory holds no more than what is shown. A file that cannot be written is given up.
 */
export class SpilledOutput {
  private readonly path = `${FOLDER}/${newId("out")}.txt`;
  private readonly encoder = new TextEncoder();
  private pending = "";
  private characters = 0;
  private lines = 0;
  private bytes = 0;
  private isFull = false;
  private hasFailed = false;
  private writer: WritableStreamDefaultWriter<Uint8Array> | null = null;
  /** Whether the file was written to its end. */
  private writing: Promise<boolean> = Promise.resolve(false);

  constructor(private readonly options: SpillOptions) {}

  /** Takes a piece in its order; resolves when there is room for the next. */
  async add(text: string): Promise<void> {
    if (this.isFull || this.hasFailed || text === "") return;
    this.pending += text;
    this.characters += text.length;
    if (this.writer === null) {
      this.lines += countLines(text);
      if (this.characters <= MAX_OUTPUT_CHARACTERS && this.lines <= MAX_OUTPUT_LINES) return;
      this.writer = this.open();
    }
    const release = this.pending.length - this.options.holdBack;
    if (release <= 0) return;
    const piece = this.pending.slice(0, release);
    this.pending = this.pending.slice(release);
    await this.write(this.writer, this.options.redactor.add(piece));
  }

  private open(): WritableStreamDefaultWriter<Uint8Array> {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const { sandbox, signal } = this.options;
    const writer = writable.getWriter();
    const written = sandbox.writeFile({ path: this.path, content: readable, abortSignal: signal });
    this.writing = written.then(
      () => true,
      async (error: unknown) => {
        this.hasFailed = true;
        this.pending = "";
        // What waits for room is let go of.
        await writer.abort(error).catch(() => {});
        return false;
      },
    );
    return writer;
  }

  private async write(writer: WritableStreamDefaultWriter<Uint8Array>, text: string): Promise<void> {
    if (text === "" || this.hasFailed) return;
    const bytes = this.encoder.encode(text);
    const room = MAX_SPILLED_BYTES - this.bytes;
    this.isFull = bytes.length > room;
    this.bytes += Math.min(bytes.length, room);
    // A write fails only as the file does, which is told by `writing`.
    await writer.write(this.isFull ? bytes.subarray(0, room) : bytes).catch(() => {});
  }

  /** The end of the output, as `last` gives it: where the whole is, or null where it can be shown or could not be kept. */
  async finish(last: (text: string) => string): Promise<Spilled | null> {
    const { writer } = this;
    if (writer === null || this.hasFailed) return null;
    const { redactor } = this.options;
    if (!this.isFull) await this.write(writer, redactor.add(last(this.pending)) + redactor.end());
    this.pending = "";
    await writer.close().catch(() => {});
    if (!(await this.writing)) return null;
    await this.prune();
    return { path: this.path, isCut: this.isFull };
  }

  /** Removes the oldest files; their names sort by time. */
  private async prune(): Promise<void> {
    const { sandbox } = this.options;
    try {
      const entries = (await sandbox.listDirectory({ path: FOLDER })) ?? [];
      const names = entries.map(({ name }) => name).filter((name) => /^out_\w+\.txt$/.test(name));
      for (const name of names.sort().slice(0, -KEPT_FILES))
        await sandbox.deleteFile({ path: `${FOLDER}/${name}` });
    } catch {
      // The next one tries again: an old file too many hurts nobody.
    }
  }
}

/** What is told of an output whose whole was kept. */
export function tellSpilled({ path, isCut }: Spilled): string {
  return isCut
    ? `[the first 16 MiB of the output are in ${path}: read or grep it]`
    : `[the whole output is in ${path}: read or grep it]`;
}
