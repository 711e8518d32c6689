import { DomainError } from "../domain/errors/domain-error.ts";
import { lowestId, newId } from "../domain/ids.ts";
import { cutoffOf } from "../domain/workspaces/retention.ts";
import { systemClock, type Clock } from "../ports/clock.ts";
import type { Sandbox } from "../ports/sandbox.ts";
import { HIGH_SURROGATE } from "../runtime/text.ts";
import { SpillBody } from "./spill-body.ts";
import type { StreamRedactor } from "../redaction/stream-redactor.ts";
import { MAX_OUTPUT_CHARACTERS, MAX_OUTPUT_LINES } from "./truncate-output.ts";

/** The folder of outputs that are too long to be shown, inside the sandbox. */
const FOLDER = "/tmp/outputs";
/** The path of an output by the id in its file's name. Null: it is not an id. */
export function outputPath(id: string): string | null {
  return /^out_\w+$/.test(id) ? `${FOLDER}/${id}.txt` : null;
}
/** Whether an output is older than it stays, by the time in its id. */
export function isOutdated(id: string, now: number, days: number | null): boolean {
  const cutoff = cutoffOf(now, days);
  return cutoff !== null && id < lowestId("out", cutoff);
}
/** The limit of the `read` tool, so that it can open every file. */
export const MAX_SPILLED_BYTES = 16_777_216;
/** The newest files of a workspace that stay. */
const KEPT_FILES = 16;

interface Spilled {
  readonly path: string;
  /** The output was longer than its file. */
  readonly isCut: boolean;
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** How long a sandbox may accept nothing, or need to close a file, before the file is abandoned. */
const PATIENCE_MS = 10_000;

export interface SpillOptions {
  readonly sandbox: Sandbox;
  readonly redactor: StreamRedactor;
  /** Characters at the end that are held back, so that `finish` can still change them. */
  readonly holdBack: number;
  /** The file is abandoned when it aborts. */
  readonly signal: AbortSignal;
  /** For how many days files stay; null: as long as the sandbox. */
  readonly days: number | null;
  /** Default: the system's. */
  readonly clock?: Clock;
}

/**
 * Writes an output that is too long to be shown to a file inside the sandbox, without secrets, while it arrives. Nothing
 * is written for an output that fits, and memory holds no more than what is shown. A file that cannot be written, or that the sandbox
 * no longer accepts, is abandoned: nothing waits for it longer than ten seconds.
 */
export class SpilledOutput {
  private readonly encoder = new TextEncoder();
  private readonly body = new SpillBody();
  private readonly abandoned = new AbortController();
  private readonly clock: Clock;
  private pending = "";
  /** A high surrogate whose low surrogate has not arrived yet. */
  private half = "";
  private characters = 0;
  private lines = 0;
  private bytes = 0;
  private isFull = false;
  /** Of the file: made when it is started, since names sort by time. */
  private name = "";
  /** Whether the file was written completely. Null: it was not started. */
  private writing: Promise<boolean> | null = null;

  constructor(private readonly options: SpillOptions) {
    this.clock = options.clock ?? systemClock;
  }

  /** The output is too long to be shown, and its file was abandoned. */
  get isLost(): boolean {
    return this.abandoned.signal.aborted;
  }

  /** Adds a chunk. Resolves when the next can be added. */
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
    this.name = `${newId("out")}.txt`;
    try {
      await sandbox.writeFile({
        path: `${FOLDER}/${this.name}`,
        content: this.body.stream,
        abortSignal: AbortSignal.any([signal, this.abandoned.signal]),
      });
      return true;
    } catch (error) {
      this.abandon(error);
      return false;
    }
  }

  /** Ends the file as it is. */
  abandon(reason: unknown): void {
    this.pending = "";
    this.body.fail(reason);
    this.abandoned.abort(reason);
  }

  /** The result of `work`. If it takes too long or the signal aborts, the file is abandoned and the result is null. */
  private async inTime<T>(work: Promise<T>): Promise<T | null> {
    const done = new AbortController();
    const signal = AbortSignal.any([this.options.signal, done.signal]);
    const late = this.clock.sleep(PATIENCE_MS, signal).then(() => {
      if (!done.signal.aborted)
        this.abandon(new DomainError("sandbox_unavailable", "The sandbox takes no more."));
      return null;
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      done.abort();
    }
  }

  private async write(text: string): Promise<void> {
    const joined = this.half + text;
    this.half = HIGH_SURROGATE.exec(joined)?.[0] ?? "";
    const whole = joined.slice(0, joined.length - this.half.length);
    if (whole === "" || this.isLost) return;
    const bytes = this.encoder.encode(whole);
    const room = MAX_SPILLED_BYTES - this.bytes;
    this.isFull = bytes.length > room;
    this.bytes += Math.min(bytes.length, room);
    const wait = this.body.add(this.isFull ? bytes.subarray(0, room) : bytes);
    if (wait !== null) await this.inTime(wait);
  }

  /** Writes the end of the output, as `last` returns it. Null if the output can be shown, or could not be stored. */
  async finish(last: (text: string) => string): Promise<Spilled | null> {
    const { writing } = this;
    if (writing === null || this.isLost) return null;
    const { redactor } = this.options;
    if (!this.isFull) await this.write(redactor.add(last(this.pending)) + redactor.end());
    this.pending = "";
    this.body.close();
    if ((await this.inTime(writing)) !== true) return null;
    if ((await this.inTime(this.prune())) === false) {
      this.abandon(new DomainError("not_found", "The file was removed."));
      return null;
    }
    return { path: `${FOLDER}/${this.name}`, isCut: this.isFull };
  }

  /**
   * Removes other files that are too old, and the oldest of too many. Their names sort by time. Returns false if its own file is gone:
   * another output may have removed it while it was written.
   */
  private async prune(): Promise<boolean> {
    let isThere = true;
    const { sandbox, days } = this.options;
    const abortSignal = AbortSignal.any([this.options.signal, this.abandoned.signal]);
    try {
      const entries = (await sandbox.listDirectory({ path: FOLDER, abortSignal })) ?? [];
      const names = entries.map(({ name }) => name).filter((name) => /^out_\w+\.txt$/.test(name));
      isThere = names.includes(this.name);
      const others = names.filter((name) => name !== this.name).toSorted();
      const newest = new Set(others.slice(1 - KEPT_FILES));
      const now = this.clock.now();
      for (const name of others.filter((name) => !newest.has(name) || isOutdated(name, now, days)))
        await sandbox.deleteFile({ path: `${FOLDER}/${name}`, abortSignal });
    } catch {
      // The next output tries again.
    }
    return isThere;
  }
}

/** The note about an output that was stored completely. */
export function tellSpilled({ path, isCut }: Spilled): string {
  return isCut
    ? `[the first 16 MiB of the output are in ${path}: read or grep it]`
    : `[the whole output is in ${path}: read or grep it]`;
}

/** The note about one that was abandoned. */
export const TELL_LOST = "[the whole output could not be kept: the sandbox has no file of it]";
