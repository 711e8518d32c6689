import { DomainError } from "../domain/errors/domain-error.ts";
import { newId } from "../domain/ids.ts";
import { systemClock, type Clock } from "../ports/clock.ts";
import type { Sandbox } from "../ports/sandbox.ts";
import { SpillBody } from "./spill-body.ts";
import type { StreamRedactor } from "../redaction/stream-redactor.ts";
import { MAX_OUTPUT_CHARACTERS, MAX_OUTPUT_LINES } from "./truncate-output.ts";

/** Where the outputs are that were too long to be shown, inside the sandbox. */
const FOLDER = "/tmp/outputs";
/** Where an output is by the id in its file's name; null: that is no id. */
export function outputPath(id: string): string | null {
  return /^out_\w+$/.test(id) ? `${FOLDER}/${id}.txt` : null;
}
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

/** So long a sandbox may take nothing of a file, and so long it may take for the end of it, before the file is given up. */
const PATIENCE_MS = 10_000;

export interface SpillOptions {
  readonly sandbox: Sandbox;
  readonly redactor: StreamRedactor;
  /** Characters of the end that are held back, so that `finish` can still take something out of them. */
  readonly holdBack: number;
  /** The file is given up when it aborts. */
  readonly signal: AbortSignal;
  /** Default: the system's. */
  readonly clock?: Clock;
}

/**
 * Keeps the whole of an output that is too long to be shown in a file inside the sandbox, without secrets, while it comes: nothing
 * is written for one that fits, and memory holds no more than what is shown. A file that cannot be written, or that the sandbox
 * takes no more of, is given up: nobody waits for it for longer than ten seconds.
 */
export class SpilledOutput {
  private readonly path = `${FOLDER}/${newId("out")}.txt`;
  private readonly encoder = new TextEncoder();
  private readonly body = new SpillBody();
  private readonly givenUp = new AbortController();
  private readonly clock: Clock;
  private pending = "";
  private characters = 0;
  private lines = 0;
  private bytes = 0;
  private isFull = false;
  /** Whether the file was written to its end; null: it was not begun. */
  private writing: Promise<boolean> | null = null;

  constructor(private readonly options: SpillOptions) {
    this.clock = options.clock ?? systemClock;
  }

  /** The output is longer than what can be shown, and the file that was to hold it was given up. */
  get isLost(): boolean {
    return this.givenUp.signal.aborted;
  }

  /** Takes a piece in its order; resolves when there is room for the next. */
  async add(text: string): Promise<void> {
    if (this.isFull || this.isLost || text === "") return;
    this.pending += text;
    this.characters += text.length;
    if (this.writing === null) {
      this.lines += countLines(text);
      if (this.characters <= MAX_OUTPUT_CHARACTERS && this.lines <= MAX_OUTPUT_LINES) return;
      this.writing = this.open();
    }
    const release = this.pending.length - this.options.holdBack;
    if (release <= 0) return;
    const piece = this.pending.slice(0, release);
    this.pending = this.pending.slice(release);
    await this.write(this.options.redactor.add(piece));
  }

  private async open(): Promise<boolean> {
    const { sandbox, signal } = this.options;
    try {
      await sandbox.writeFile({
        path: this.path,
        content: this.body.stream,
        abortSignal: AbortSignal.any([signal, this.givenUp.signal]),
      });
      return true;
    } catch (error) {
      this.giveUp(error);
      return false;
    }
  }

  private giveUp(reason: unknown): void {
    this.pending = "";
    this.body.fail(reason);
    this.givenUp.abort(reason);
  }

  /** What `work` gives; null, and the file is given up, when it takes too long or the signal aborts. */
  private async inTime<T>(work: Promise<T>): Promise<T | null> {
    const done = new AbortController();
    const signal = AbortSignal.any([this.options.signal, done.signal]);
    const late = this.clock.sleep(PATIENCE_MS, signal).then(() => {
      if (!done.signal.aborted)
        this.giveUp(new DomainError("sandbox_unavailable", "The sandbox takes no more."));
      return null;
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      done.abort();
    }
  }

  private async write(text: string): Promise<void> {
    if (text === "" || this.isLost) return;
    const bytes = this.encoder.encode(text);
    const room = MAX_SPILLED_BYTES - this.bytes;
    this.isFull = bytes.length > room;
    this.bytes += Math.min(bytes.length, room);
    const wait = this.body.add(this.isFull ? bytes.subarray(0, room) : bytes);
    if (wait !== null) await this.inTime(wait);
  }

  /** The end of the output, as `last` gives it: where the whole is, or null where it can be shown or could not be kept. */
  async finish(last: (text: string) => string): Promise<Spilled | null> {
    const { writing } = this;
    if (writing === null || this.isLost) return null;
    const { redactor } = this.options;
    if (!this.isFull) await this.write(redactor.add(last(this.pending)) + redactor.end());
    this.pending = "";
    this.body.close();
    if ((await this.inTime(writing)) !== true) return null;
    await this.inTime(this.prune());
    return { path: this.path, isCut: this.isFull };
  }

  /** Removes the oldest files; their names sort by time. */
  private async prune(): Promise<void> {
    const { sandbox } = this.options;
    const abortSignal = AbortSignal.any([this.options.signal, this.givenUp.signal]);
    try {
      const entries = (await sandbox.listDirectory({ path: FOLDER, abortSignal })) ?? [];
      const names = entries.map(({ name }) => name).filter((name) => /^out_\w+\.txt$/.test(name));
      for (const name of names.sort().slice(0, -KEPT_FILES))
        await sandbox.deleteFile({ path: `${FOLDER}/${name}`, abortSignal });
    } catch {
      // The next one tries again: an old file too many hurts nobody.
    }
  }
}

/** The note about an output that was stored completely. */
export function tellSpilled({ path, isCut }: Spilled): string {
  return isCut
    ? `[the first 16 MiB of the output are in ${path}: read or grep it]`
    : `[the whole output is in ${path}: read or grep it]`;
}

/** The note about one that was abandoned. */
export const TELL_LOST = "[the whole output could not be kept: the sandbox took no file for it]";
