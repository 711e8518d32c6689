import type { SandboxProcess } from "../ports/sandbox.ts";
import type { Clock } from "../ports/clock.ts";
import type { WorkspaceDisk } from "../workspaces/disk-check.ts";
import type { StreamRedactor } from "../redaction/stream-redactor.ts";
import { TextCleaner } from "../runtime/text-cleaner.ts";
import { untilDiskIsFull } from "./disk-watch.ts";
import { OutputRing, type Look } from "./output-ring.ts";

/** How long a background process may run. */
const MAX_BACKGROUND_MS = 1_800_000;

/** Why the service killed a process. */
type KillCause = "killed" | "too_long" | "disk_full";

type BackgroundEnd =
  { readonly type: "exited"; readonly exitCode: number } | { readonly type: KillCause | "failed" };

/** A command that runs beside the turns of its session, with the newest part of its output. */
export class BackgroundProcess {
  end: BackgroundEnd | null = null;
  /** Its last look or its end, on the monotonic clock. Of ended processes, the one with the oldest use is forgotten first. */
  lastUse: number;
  /** On the monotonic clock. */
  private readonly startedAt: number;
  private endedAt: number | null = null;
  private readonly ring = new OutputRing();
  private readonly over = new AbortController();
  private process: SandboxProcess | null = null;
  private killedFor: KillCause | null = null;
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

  /** For how many seconds it has run. */
  get seconds(): number {
    return Math.round(((this.endedAt ?? this.clock.monotonic()) - this.startedAt) / 1000);
  }

  /** Call where it could not start. */
  notStarted(): void {
    this.finish({ type: "failed" });
  }

  /** Follows a process that was just started until it ends. */
  follow(process: SandboxProcess, redactor: () => StreamRedactor, disk: WorkspaceDisk | null): void {
    this.process = process;
    if (this.killedFor !== null) void process.kill().catch(() => {});
    const output = Promise.all([
      this.drain(process.stdout, redactor()),
      this.drain(process.stderr, redactor()),
    ]);
    void this.limit(process);
    if (disk !== null) void this.watch(process, disk);
    void Promise.all([process.wait(), output])
      .then(([{ exitCode }]): BackgroundEnd => ({ type: "exited", exitCode }))
      .catch(async (): Promise<BackgroundEnd> => {
        // Its output may have failed while it runs.
        await process.kill().catch(() => {});
        return { type: "failed" };
      })
      .then((end) => this.finish(this.killedFor === null ? end : { type: this.killedFor }));
  }

  private finish(end: BackgroundEnd): void {
    this.end = end;
    this.endedAt = this.clock.monotonic();
    this.lastUse = this.endedAt;
    this.over.abort();
    this.ending.resolve(null);
    this.notify();
  }

  private async limit(process: SandboxProcess): Promise<void> {
    await this.clock.sleep(MAX_BACKGROUND_MS, this.over.signal);
    if (!this.over.signal.aborted) await this.killFor("too_long", process);
  }

  private async watch(process: SandboxProcess, disk: WorkspaceDisk): Promise<void> {
    if (await untilDiskIsFull(disk, this.clock, this.over.signal)) await this.killFor("disk_full", process);
  }

  private async killFor(cause: KillCause, process: SandboxProcess): Promise<void> {
    this.killedFor ??= cause;
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
    this.notify();
  }

  private notify(): void {
    this.news.resolve(null);
    this.news = Promise.withResolvers();
  }

  /** The new output. Waits at most `waitMs` until there is some. */
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

  /** Ends the process and its children. Resolves when they are gone and `end` is set. */
  async kill(): Promise<void> {
    if (this.end !== null) return;
    this.killedFor ??= "killed";
    if (this.process === null) return;
    await this.process.kill();
    await this.ended;
  }
}
