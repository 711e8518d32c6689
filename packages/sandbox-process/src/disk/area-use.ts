import type { Clock } from "@workspace-agent/core";
import type { DiskSpace } from "@workspace-agent/core/internal";
import type { VolumeUse } from "@workspace-agent/core/ports";
import { exceeds, UNLIMITED, type DiskArea } from "./disk-area.ts";
import { isNearlyFull } from "./host-space.ts";
import { TimeShare } from "./time-share.ts";

/** Without a sign of change an area is measured this often, for at most a twentieth of the time. */
const PERIOD_MS = 5_000;
const PERIOD_FACTOR = 20;
/** How much an area that is too full may still grow: removing files can need some space. */
const SLACK: VolumeUse = { bytes: 1_048_576, inodes: 64 };

const NOTHING: VolumeUse = { bytes: 0, inodes: 0 };

const useOf = (of: (key: keyof VolumeUse) => number): VolumeUse => ({
  bytes: of("bytes"),
  inodes: of("inodes"),
});
const least = (a: VolumeUse, b: VolumeUse) => useOf((key) => Math.min(a[key], b[key]));
const difference = (a: VolumeUse, b: VolumeUse) => useOf((key) => a[key] - b[key]);

/** What is known about an area's use, and the limit of the commands that run. */
export class AreaUse {
  private use: VolumeUse | null = null;
  /** Whether `use` is complete. A measurement that stopped early is not. */
  private isWhole = false;
  /** The free space of the file system when `use` was measured. */
  private freeThen: VolumeUse = NOTHING;
  /** What the file system said last; null: it was not asked yet. */
  lastSpace: DiskSpace | null = null;
  /** Whether that was too little. */
  isHostFull = false;
  private readonly measurements: TimeShare;
  /** Of the checks whether a full area still is. */
  private readonly checks: TimeShare;
  private measuring: Promise<void> | null = null;
  /** The check that waits for the one that runs; null: none waits. */
  private nextCheck: Promise<void> | null = null;
  private lastCheck: Promise<void> = Promise.resolve();
  /** How often `accept` was called. */
  private accepted = 0;
  /** A restricted command has run since the last measurement. What others write hides its removals from the file system's figures. */
  private mayBeEmptied = false;
  /** What the running commands may leave; null: none runs. */
  private most: VolumeUse | null = null;
  /** What the commands before them were allowed to leave. */
  private mostBefore: VolumeUse | null = null;
  /** The free space when commands started in an area that was not measured yet; null: it was. */
  private freeAtBegin: VolumeUse | null = null;

  constructor(
    private readonly area: DiskArea,
    private readonly clock: Clock,
    private readonly spaceOf: (path: string) => Promise<DiskSpace>,
  ) {
    this.measurements = new TimeShare(clock);
    this.checks = new TimeShare(clock);
  }

  async space(): Promise<DiskSpace> {
    const space = await this.spaceOf(this.area.path);
    this.lastSpace = space;
    this.isHostFull = isNearlyFull(space);
    return space;
  }

  private get freeNow(): VolumeUse {
    return this.lastSpace?.free ?? NOTHING;
  }

  /** Whether it holds more than its quota, as far as is known. */
  get isFull(): boolean {
    return this.use !== null && exceeds(this.use, this.area.quota);
  }

  /** Whether it holds more than the running commands may leave. */
  get isTooFull(): boolean {
    return this.use !== null && this.most !== null && exceeds(this.use, this.most);
  }

  /** Whether the file system has filled by more than the area's quota since commands started in an unmeasured area. */
  get hasOutgrownUnmeasured(): boolean {
    const { freeAtBegin, freeNow } = this;
    if (freeAtBegin === null) return false;
    // A file system without a size gives NaN, which exceeds nothing.
    return exceeds(difference(freeAtBegin, freeNow), this.area.quota);
  }

  /**
   * The first command starts. An area that is too full already may stay so, but not grow. One that was not measured may fill up to its quota,
   * judged by the file system until it is measured.
   */
  beginUse(): void {
    const { use } = this;
    if (use !== null && this.isWhole) {
      const most = this.mostFrom(use);
      const before = this.mostBefore;
      // Otherwise each command could leave a little more than the one before.
      this.most = before === null || exceeds(use, before) ? most : least(most, before);
    } else {
      this.most = use === null ? this.area.quota : UNLIMITED;
      this.freeAtBegin = this.freeNow;
    }
  }

  /** Whether it holds more files, folders and links than the running commands may leave. */
  get hasTooManyInodes(): boolean {
    return this.use !== null && this.most !== null && this.use.inodes > this.most.inodes;
  }

  /**
   * Lets the other commands go on after those that filled the area were ended: what is there now may stay. It is unknown until the next
   * measurement that starts after this call; until then they may write as much as the quota.
   */
  accept(): void {
    this.accepted++;
    this.most = UNLIMITED;
    this.freeAtBegin = this.freeNow;
  }

  /** What it holds, where that is known completely. */
  get known(): VolumeUse | null {
    return this.isWhole ? this.use : null;
  }

  /** Whether it has grown by more than the slack. */
  hasGrownSince(before: VolumeUse): boolean {
    return this.use !== null && exceeds(difference(this.use, before), SLACK);
  }

  /** The last command has ended. */
  endUse(): void {
    this.mostBefore = this.freeAtBegin === null ? this.most : null;
    this.most = null;
    this.freeAtBegin = null;
  }

  private mostFrom(use: VolumeUse): VolumeUse {
    const { quota } = this.area;
    return useOf((key) => (use[key] > quota[key] ? use[key] + SLACK[key] : quota[key]));
  }

  /** When a command that starts or ends should call `refresh`, in ms from now; null: nothing has changed as far as is known. */
  get refreshInMs(): number | null {
    if (!this.isFull) return this.isSuspect && this.measurements.restMs === 0 ? 0 : null;
    const { took, endedAt, restMs } = this.checks;
    if (restMs === 0) return 0;
    return this.mayHaveRoom ? Math.max(0, endedAt + took - this.clock.monotonic()) : null;
  }

  /** Whether so much was removed from the file system that a full area may have space again. */
  private get mayHaveRoom(): boolean {
    const { use, freeNow, freeThen } = this;
    if (use === null || this.mayBeEmptied) return true;
    const has = (key: keyof VolumeUse) =>
      freeNow[key] === Infinity ||
      freeNow[key] - freeThen[key] >= use[key] - this.area.quota[key] - SLACK[key];
    return has("bytes") && has("inodes");
  }

  /** Whether it should be measured, and the share of time allows it. */
  get isDue(): boolean {
    const { took, endedAt, restMs } = this.measurements;
    const isOld = this.clock.monotonic() - endedAt > Math.max(PERIOD_MS, PERIOD_FACTOR * took);
    return (isOld || this.isSuspect || this.isHostFull || this.freeAtBegin !== null) && restMs === 0;
  }

  /** Whether the file system has changed by more than the area has left. Others write there too, so this is only a reason to measure. */
  get isSuspect(): boolean {
    const { use, freeNow, freeThen } = this;
    if (use === null) return true;
    const limit = this.most ?? this.area.quota;
    // What is removed in another area hides what is written in this one.
    const isSign = (key: keyof VolumeUse) =>
      freeNow[key] !== Infinity && Math.abs(freeThen[key] - freeNow[key]) > limit[key] - use[key];
    return isSign("bytes") || isSign("inodes");
  }

  /** Measures it, or waits for the measurement that runs already. */
  measure(): Promise<void> {
    this.measuring ??= this.measurements
      .during(async () => {
        const { accepted } = this;
        this.mayBeEmptied = false;
        const { free } = await this.space();
        this.learn(await this.area.usage(this.limitNow()), free, accepted);
      })
      .finally(() => (this.measuring = null));
    return this.measuring;
  }

  /** A command that can only remove files has ended. */
  noteRemoval(): void {
    this.mayBeEmptied = true;
  }

  /** Measures it. Where it is known to be full, only until it is clear that it still is. */
  refresh(): Promise<void> {
    const isBaseDue = !this.isWhole && this.measurements.restMs === 0;
    if (!this.isFull || this.measuring !== null || isBaseDue) return this.measure();
    // The check that runs may have missed a removal: those that ask meanwhile share the next one.
    this.nextCheck ??= this.lastCheck.then(async () => {
      this.nextCheck = null;
      if (this.isFull) await this.check();
    });
    this.lastCheck = this.nextCheck.catch(() => {});
    return this.nextCheck;
  }

  private check(): Promise<void> {
    return this.checks.during(async () => {
      this.mayBeEmptied = false;
      const { free } = await this.space();
      const use = await this.area.usage(this.area.quota);
      if (!exceeds(use, this.area.quota)) this.learn(use, free, this.accepted);
    });
  }

  private get limit(): VolumeUse {
    return this.most ?? UNLIMITED;
  }

  /** Follows the commands that start and end during a measurement. */
  private limitNow(): VolumeUse {
    const of = (key: keyof VolumeUse) => this.limit[key];
    return {
      get bytes() {
        return of("bytes");
      },
      get inodes() {
        return of("inodes");
      },
    };
  }

  private learn(use: VolumeUse, free: VolumeUse, accepted: number): void {
    this.use = use;
    this.freeThen = free;
    this.isWhole = accepted === this.accepted && !exceeds(use, this.limit);
    if (!this.isWhole) return;
    this.freeAtBegin = null;
    if (this.most === null) return;
    // A too full area that shrinks may not grow back.
    this.most = least(this.most, this.mostFrom(use));
  }

  /** What it holds, as a note in the output of a command. */
  describe(): string {
    const { name, quota } = this.area;
    const use = this.use ?? NOTHING;
    const mebibytes = (bytes: number) => Math.ceil((bytes / 1_048_576) * 10) / 10;
    return use.bytes > quota.bytes
      ? `${name} takes ${mebibytes(use.bytes)} MiB of ${mebibytes(quota.bytes)} MiB`
      : `${name} has ${use.inodes} files, folders and links of at most ${quota.inodes}`;
  }
}
