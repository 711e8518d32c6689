import {
  systemClock,
  type Clock,
  type DiskSpace,
  type Logger,
  type SandboxProcess,
} from "@workspace-agent/core";
import { followed } from "../followed.ts";
import { hostSpace, isNearlyFull } from "./host-space.ts";
import { WatchedArea, type DiskArea } from "./watched-area.ts";

/** Between two looks at the file systems while commands run. */
const LOOK_MS = 250;

/** The begin and the end of a command do not wait longer than this for a measurement. */
const MOST_WAIT_MS = 2_000;

interface Run {
  process: SandboxProcess | null;
  readonly beganFull: boolean;
  /** Why it was ended; null: it was not, for the disk's sake. */
  reason: string | null;
}

export interface DiskWatchOptions {
  readonly clock?: Clock;
  /** What a file system has. Default: what it says itself. */
  readonly spaceOf?: (path: string) => Promise<DiskSpace>;
}

/**
 * Holds the commands of a workspace to what they may write while they run. The file systems are asked a few times a second, which costs little;
 * what an area holds is measured where they have filled by what it has left, and now and then. Where it holds too much, all the commands are ended.
 */
export class DiskWatch {
  private readonly areas: readonly WatchedArea[];
  private readonly runs = new Set<Run>();
  private readonly clock: Clock;
  private rest = new AbortController();

  constructor(
    areas: readonly DiskArea[],
    private readonly logger: Logger,
    { clock = systemClock, spaceOf = hostSpace }: DiskWatchOptions = {},
  ) {
    this.clock = clock;
    this.areas = areas
      .filter(({ quota }) => quota.bytes !== Infinity || quota.inodes !== Infinity)
      .map((area) => new WatchedArea(area, clock, spaceOf));
  }

  /** Starts a command by `start`, which receives why nothing may be written, or null. */
  async during(start: (reason: string | null) => Promise<SandboxProcess>): Promise<SandboxProcess> {
    if (this.areas.length === 0) return start(null);
    await this.lookAtAll();
    const full = this.areas.find(({ isFull }) => isFull);
    const run: Run = { process: null, reason: null, beganFull: full !== undefined };
    if (this.runs.size === 0) for (const area of this.areas) area.beginUse();
    this.runs.add(run);
    if (this.runs.size === 1) this.watch();
    try {
      const process = await start(full === undefined ? null : full.describe());
      run.process = process;
      if (run.reason !== null) await process.kill();
      const ended = process.wait().then(
        () => this.ended(run),
        () => this.ended(run),
      );
      return { ...process, stderr: followed(process.stderr, () => ended) };
    } catch (error) {
      this.forget(run);
      throw error;
    }
  }

  /** Has what was removed or came since the last look count. */
  private async lookAtAll(): Promise<void> {
    const looks = this.areas.map((area) => this.look(area, (space) => area.isFull || area.isSuspect(space)));
    const over = new AbortController();
    await Promise.race([Promise.all(looks), this.clock.sleep(MOST_WAIT_MS, over.signal)]);
    over.abort();
  }

  private forget(run: Run): void {
    this.runs.delete(run);
    if (this.runs.size === 0) this.rest.abort();
  }

  /** What is to be said at the end of a command: why it was ended, or that it has left too much. */
  private async ended(run: Run): Promise<string | null> {
    try {
      if (run.reason === null) await this.lookAtAll();
    } finally {
      this.forget(run);
    }
    if (run.reason !== null) return `\n[disk full: ${run.reason}; the command was killed]\n`;
    const full = run.beganFull ? undefined : this.areas.find(({ isFull }) => isFull);
    return full === undefined ? null : `\n[disk full: ${full.describe()}]\n`;
  }

  /** Each area for itself: one that takes long to be measured holds up no other. */
  private watch(): void {
    this.rest = new AbortController();
    const { signal } = this.rest;
    for (const area of this.areas) void this.watchArea(area, signal);
  }

  private async watchArea(area: WatchedArea, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.look(area, (space) => area.isDue(space));
      if (area.isTooFull) await this.endAll(area.describe());
      await this.clock.sleep(LOOK_MS, signal);
    }
  }

  /** Measures an area if that is due; the commands are ended where the host itself runs out. */
  private async look(area: WatchedArea, isDue: (space: DiskSpace) => boolean): Promise<void> {
    try {
      const space = await area.space();
      if (isNearlyFull(space)) await this.endAll("the disk of the host has no room left");
      if (isDue(space)) await area.measure(this.runs.size === 0);
    } catch (error) {
      // What commands share is made with the first of them.
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
      this.logger.warn({ error }, "the use of a workspace's disk is not known");
    }
  }

  private async endAll(reason: string): Promise<void> {
    await Promise.all(
      [...this.runs].map(async (run) => {
        run.reason ??= reason;
        await run.process?.kill().catch((error: unknown) => {
          this.logger.error({ error }, "a command that has filled the disk could not be killed");
        });
      }),
    );
  }
}
