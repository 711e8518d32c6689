import type { Logger } from "@workspace-agent/core";
import type { SandboxProcess } from "@workspace-agent/core/ports";
import { followed } from "../commands/followed.ts";
import type { DiskArea } from "./disk-area.ts";
import { HOST_FULL, type WatchedArea, type Writer, type Writers } from "./watched-area.ts";
import type { WatchedAreas } from "./watched-areas.ts";
import type { Presence } from "./works-in.ts";

/** The longest that the start and the end of a command wait for a measurement. */
const MOST_WAIT_MS = 2_000;
/** The same for a start in a full area, which may have space again. */
const MOST_WAIT_FULL_MS = 10_000;

/** A running command. */
class Run implements Writer {
  process: SandboxProcess | null = null;
  /** Why it was killed; null: not because of the disk. */
  reason: string | null = null;

  constructor(
    readonly of: Writers,
    readonly isRestricted: boolean,
    /** The areas that were full when it started. */
    readonly full: readonly WatchedArea[],
    private readonly logger: Logger,
  ) {}

  async end(reason: string): Promise<void> {
    this.reason ??= reason;
    await this.process?.kill().catch((error: unknown) => {
      this.logger.error({ error }, "a command that filled the disk could not be killed");
    });
  }
}

/** Enforces the disk limits of one workspace while its commands run. */
export class DiskWatch implements Writers {
  private readonly watched: readonly WatchedArea[];
  /** Shared areas that this workspace filled: until they have space again, its commands may not write. */
  private readonly filled = new Set<WatchedArea>();

  constructor(
    areas: readonly DiskArea[],
    private readonly all: WatchedAreas,
    private readonly logger: Logger,
    /** What the commands do in an area. */
    readonly presenceIn: (area: DiskArea) => Promise<Presence>,
  ) {
    const limited = areas.filter(({ quota }) => quota.bytes !== Infinity || quota.inodes !== Infinity);
    this.watched = limited.map((area) => all.acquire(area));
  }

  /** To be called once, after the last command has ended. */
  close(): void {
    for (const { area } of this.watched) this.all.release(area);
  }

  /** Starts a command. `start` receives why it may write nothing, or null. Where the signal has aborted, `start` must run nothing. */
  async during(
    start: (reason: string | null) => Promise<SandboxProcess>,
    signal?: AbortSignal,
  ): Promise<SandboxProcess> {
    if (this.watched.length === 0) return start(null);
    await this.refresh(this.watched.some(({ isFull }) => isFull) ? MOST_WAIT_FULL_MS : MOST_WAIT_MS, signal);
    if (signal?.aborted === true) return start(null);
    const full = this.watched.filter(({ isFull }) => isFull);
    const reason = this.whyNothingMayBeWritten(full);
    const run = new Run(this, reason !== null, full, this.logger);
    for (const area of this.watched) area.begin(run);
    try {
      const process = await start(reason);
      run.process = process;
      if (run.reason !== null) await process.kill();
      const end = () => this.ended(run);
      const ended = process.wait().then(end, end);
      return { ...process, stderr: followed(process.stderr, () => ended) };
    } catch (error) {
      this.forget(run);
      throw error;
    }
  }

  private whyNothingMayBeWritten(full: readonly WatchedArea[]): string | null {
    if (this.watched.some(({ isHostFull }) => isHostFull)) return HOST_FULL;
    for (const area of this.filled) if (!area.isFull) this.filled.delete(area);
    const own = full.find((area) => area.area.isShared !== true || this.filled.has(area));
    return own?.describe() ?? null;
  }

  haveFilled(area: WatchedArea): void {
    this.filled.add(area);
  }

  private async refresh(mostMs: number, signal?: AbortSignal): Promise<void> {
    const over = new AbortController();
    const stop = signal === undefined ? over.signal : AbortSignal.any([over.signal, signal]);
    const refreshing = Promise.all(this.watched.map((area) => area.refresh(stop)));
    await Promise.race([refreshing, this.all.clock.sleep(mostMs, stop)]);
    over.abort();
  }

  private forget(run: Run): void {
    for (const area of this.watched) area.leave(run);
  }

  /** The note for the end of a command's output: why it was killed, or that an area is full. */
  private async ended(run: Run): Promise<string | null> {
    try {
      if (run.isRestricted) for (const area of this.watched) area.noteRemoval();
      if (run.reason === null) await this.refresh(MOST_WAIT_MS);
    } finally {
      this.forget(run);
    }
    if (run.reason !== null) return `\n[disk full: ${run.reason}; the command was killed]\n`;
    if (run.isRestricted) return null;
    const full = this.watched.find((area) => area.isFull && !run.full.includes(area));
    return full === undefined ? null : `\n[disk full: ${full.describe()}]\n`;
  }
}
