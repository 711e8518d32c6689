import type { SandboxProcess } from "../ports/sandbox.ts";
import type { Clock } from "../ports/clock.ts";
import type { WorkspaceDisk } from "../workspaces/disk-check.ts";
import type { StreamRedactor } from "../redaction/stream-redactor.ts";
import { TextCleaner } from "../runtime/text-cleaner.ts";
import { untilDiskIsFull } from "./disk-watch.ts";
import { OutputRing, type Look } from "./output-ring.ts";

/** After this long a background process is killed. */
export const MAX_BACKGROUND_MS = 1_800_000;

/** How a process stands, in words for the model. */
export type BackgroundEnd =
  | { readonly type: "exited"; readonly exitCode: number }
  | { readonly type: "killed" }
  | { readonly type: "too_long" }
  | { readonly type: "disk_full" }
  | { readonly type: "failed" };

/** One command that goes on beside the turns of its session, with the newest part of its output. */
export class BackgroundProcess {
  end: BackgroundEnd | null = null;
  /** On the monotonic clock; decides which of those that have ended is forgotten first. */
  lastUse: number;
  /** On the monotonic clock. */
  private readonly startedAt: number;
  private endedAt: number | null = null;
  private readonly ring = new OutputRing();
  private readonly over = new AbortController();
  private process: SandboxProcess | null = null;
  private isKilled = false;
  private isTooLong = false;
  private hasFilledDisk = false;
  private news = Promise.withResolvers<null>();
  private readonly ending = Promise.withResolvers<null>();

  constructor(
    readonly id: string,
    readonly sessionId: string,
    readonly command: string,
    private readonly clock: Clock,
  ) {
    this.startedAt = clock.monotonic();
    this.lastUse = this.startedAt;
  }

  /** Resolves when it has ended. */
  get ended(): Promise<unknown> {
    return this.ending.promise;
  }

  /** How long it has run. */
  get seconds(): number {
    return Math.round(((this.endedAt ?? this.clock.monotonic()) - this.startedAt) / 1000);
  }

  /** It could not be started. */
  notStarted(): void {
    this.finish({ type: "failed" });
  }

  /** Follows a process that was just started until it ends. */
  follow(process: SandboxProcess, redactor: () => StreamRedactor, disk: WorkspaceDisk | null): void {
    this.process = process;
    if (this.isKilled) void process.kill().catch(() => {});
    const output = Promise.all([
      this.drain(process.stdout, redactor()),
      this.drain(process.stderr, redactor()),
    ]);
    void this.limit(process);
    if (disk !== null) void this.watch(process, disk);
    void Promise.all([process.wait(), output])
      .then(([{ exitCode }]) => this.finish(this.endOf(exitCode)))
      .catch(() => this.finish(this.isKilled ? { type: "killed" } : { type: "failed" }));
  }

  private endOf(exitCode: number): BackgroundEnd {
    if (this.isTooLong) return { type: "too_long" };
    if (this.hasFilledDisk) return { type: "disk_full" };
    return this.isKilled ? { type: "killed" } : { type: "exited", exitCode };
  }

  private finish(end: BackgroundEnd): void {
    this.end = end;
    this.endedAt = this.clock.monotonic();
    this.over.abort();
    this.ending.resolve(null);
    this.tell();
  }

  private async limit(process: SandboxProcess): Promise<void> {
    await this.clock.sleep(MAX_BACKGROUND_MS, this.over.signal);
    if (this.over.signal.aborted) return;
    this.isTooLong = true;
    await process.kill().catch(() => {});
  }

  private async watch(process: SandboxProcess, disk: WorkspaceDisk): Promise<void> {
    if (!(await untilDiskIsFull(disk, this.clock, this.over.signal))) return;
    this.hasFilledDisk = true;
    await process.kill().catch(() => {});
  }

  private async drain(stream: ReadableStream<Uint8Array>, redactor: StreamRedactor): Promise<void> {
    const decoder = new TextDecoder();
    const cleaner = new TextCleaner();
    for await (const chunk of stream)
      this.add(redactor.add(cleaner.add(decoder.decode(chunk, { stream: true }))));
    this.add(redactor.add(cleaner.add(decoder.decode()) + cleaner.end()) + redactor.end());
  }

  private add(text: string): void {
    if (text === "") return;
    this.ring.add(text);
    this.tell();
  }

  private tell(): void {
    this.news.resolve(null);
    this.news = Promise.withResolvers();
  }

  /** What is new, after a wait of at most `waitMs` for anything to be. */
  async look(filter: string | undefined, waitMs: number, signal: AbortSignal): Promise<Look> {
    const expiry = new AbortController();
    const sleeping = this.clock.sleep(waitMs, AbortSignal.any([signal, expiry.signal]));
    let isOver = waitMs <= 0;
    void sleeping.then(() => (isOver = true));
    try {
      for (;;) {
        this.lastUse = this.clock.monotonic();
        const look = this.ring.look(filter, this.end !== null);
        const isNews = look.text !== "" || look.lost > 0 || this.end !== null;
        if (isNews || isOver || signal.aborted) return look;
        await Promise.race([this.news.promise, sleeping]);
      }
    } finally {
      expiry.abort();
    }
  }

  /** Ends the process and all it started; resolves when they are gone and `end` says so. */
  async kill(): Promise<void> {
    if (this.end !== null) return;
    this.isKilled = true;
    if (this.process === null) return;
    await this.process.kill();
    await this.ended;
  }
}
