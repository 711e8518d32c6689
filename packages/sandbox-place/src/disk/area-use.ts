import type { Clock } from "@workspace-agent/core";
import type { DiskSpace } from "@workspace-agent/core/internal";
import type { VolumeUse } from "@workspace-agent/core/ports";
import { exceeds, UNLIMITED, type DiskArea } from "./disk-area.ts";
import { isNearlyFull } from "./host-space.ts";
import { TimeShare } from "./time-share.ts";

/** Without a sign that more was written an area is measured this often, and no more than a twentieth of the time. */
const PERIOD_MS = 5_000;
const PERIOD_FACTOR = 20;
/** How much more commands may leave behind that begin where too much is held: to remove files may take some. */
const SLACK: VolumeUse = { bytes: 1_048_576, inodes: 64 };

const NOTHING: VolumeUse = { bytes: 0, inodes: 0 };

const least = (a: VolumeUse, b: VolumeUse): VolumeUse => ({
  bytes: Math.min(a.bytes, b.bytes),
  inodes: Math.min(a.inodes, b.inodes),
});

const difference = (a: VolumeUse, b: VolumeUse): VolumeUse => ({
  bytes: a.bytes - b.bytes,
  inodes: a.inodes - b.inodes,
});

/** What is known of an area's use, and what it may come to hold. */
export class AreaUse {
  private use: VolumeUse | null = null;
  /** Whether `use` is all that there is, and not what a measurement had found when it ended early. */
  private isWhole = false;
  /** What the file system had left when `use` was measured. */
  private freeThen: VolumeUse = NOTHING;
  /** What it had left when it was last asked. */
  private freeNow: VolumeUse = NOTHING;
  /** Whether that was too little. */
  isHostFull = false;
  private readonly measurements: TimeShare;
  /** Looks whether what is full still is. */
  private readonly checks: TimeShare;
  private measuring: Promise<void> | null = null;
  /** How often what was there was accepted. */
  private accepted = 0;
  /** A command that can only remove files has run since it was last measured: what others write hides that from the file system's figures. */
  private mayBeEmptied = false;
  /** What the commands that run may leave; null: none runs. */
  private most: VolumeUse | null = null;
  /** What those that ran last might leave. */
  private mostBefore: VolumeUse | null = null;
  /** What the file system had left when commands began where it was not known what was there; null: it is known. */
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
    this.freeNow = space.free;
    this.isHostFull = isNearlyFull(space);
    return space;
  }

  /** Whether more is held than may be, as far as is known. */
  get isFull(): boolean {
    return this.use !== null && exceeds(this.use, this.area.quota);
  }

  /** Whether more is held than the commands that run may leave. */
  get isTooFull(): boolean {
    return this.use !== null && this.most !== null && exceeds(this.use, this.most);
  }

  /** Whether, since commands began in what was not measured yet, the file system has filled by more than the area may hold in all. */
  get hasOutgrownUnmeasured(): boolean {
    const { freeAtBegin, freeNow } = this;
    if (freeAtBegin === null) return false;
    // What has no known end is not known to fill: NaN exceeds nothing.
    return exceeds(difference(freeAtBegin, freeNow), this.area.quota);
  }

  /**
   * The first command begins: what is held too much already may stay, and no more may come. Where it is not known how much that is, the area may become as
   * full as its quota allows, and the file system is looked at until it is known.
   */
  beginUse(): void {
    const { use } = this;
    if (use !== null && this.isWhole) {
      const most = this.mostFrom(use);
      const before = this.mostBefore;
      // Else each command could leave a little more than the one before.
      this.most = before === null || exceeds(use, before) ? most : least(most, before);
    } else {
      this.most = use === null ? this.area.quota : UNLIMITED;
      this.freeAtBegin = this.freeNow;
    }
  }

  /** Whether more files, folders and links are held than the commands that run may leave. */
  get hasTooManyInodes(): boolean {
    return this.use !== null && this.most !== null && this.use.inodes > this.most.inodes;
  }

  /**
   * The commands that made it too full were ended: what is there now may stay, for the others, and a little more. How much is there is not known before it
   * is measured once more, which a measurement that is under way does not tell: until then they may write as much as the quota.
   */
  accept(): void {
    this.accepted++;
    this.most = UNLIMITED;
    this.freeAtBegin = this.freeNow;
  }

  /** What it held, where that is known. */
  get known(): VolumeUse | null {
    return this.isWhole ? this.use : null;
  }

  /** Whether it holds more than it did, by more than it takes to remove files. */
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
    const most = (key: keyof VolumeUse) => (use[key] > quota[key] ? use[key] + SLACK[key] : quota[key]);
    return { bytes: most("bytes"), inodes: most("inodes") };
  }

  /** In how long it is worth a `refresh` for a command that begins or has ended; null: not now, nothing has changed as far as can be told. */
  get refreshInMs(): number | null {
    if (!this.isFull) return this.isSuspect && this.measurements.restMs === 0 ? 0 : null;
    const { took, endedAt, restMs } = this.checks;
    if (restMs === 0) return 0;
    return this.mayHaveRoom ? Math.max(0, endedAt + took - this.clock.monotonic()) : null;
  }

  /** Whether so much was removed from the file system that a full area may have room. */
  private get mayHaveRoom(): boolean {
    const { use, freeNow, freeThen } = this;
    if (use === null || this.mayBeEmptied) return true;
    const has = (key: keyof VolumeUse) =>
      freeNow[key] === Infinity ||
      freeNow[key] - freeThen[key] >= use[key] - this.area.quota[key] - SLACK[key];
    return has("bytes") && has("inodes");
  }

  /** Whether it may be measured, and was not for long or gives a reason to. */
  get isDue(): boolean {
    const { took, endedAt, restMs } = this.measurements;
    const isOld = this.clock.monotonic() - endedAt > Math.max(PERIOD_MS, PERIOD_FACTOR * took);
    return (isOld || this.isSuspect || this.isHostFull || this.freeAtBegin !== null) && restMs === 0;
  }

  /** Whether the file system has changed by more than it has left: since others write there too, a reason to measure it and no more. */
  get isSuspect(): boolean {
    const { use, freeNow, freeThen } = this;
    if (use === null) return true;
    const limit = this.most ?? this.area.quota;
    // What is removed in another area hides what comes in this one.
    const isSign = (key: keyof VolumeUse) =>
      freeNow[key] !== Infinity && Math.abs(freeThen[key] - freeNow[key]) > limit[key] - use[key];
    return isSign("bytes") || isSign("inodes");
  }

  /** Measures it, or waits for the measurement that is under way. */
  measure(): Promise<void> {
    this.measuring ??= this.measurements
      .during(async () => {
        const { accepted } = this;
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

  /** Measures it; where it is known how full it is, only as much as it takes to know that it still is. */
  refresh(): Promise<void> {
    this.mayBeEmptied = false;
    const isBaseDue = !this.isWhole && this.measurements.restMs === 0;
    if (!this.isFull || this.measuring !== null || isBaseDue) return this.measure();
    return this.checks.during(async () => {
      const { free } = await this.space();
      const use = await this.area.usage(this.area.quota);
      if (!exceeds(use, this.area.quota)) this.learn(use, free, this.accepted);
    });
  }

  private get limit(): VolumeUse {
    return this.most ?? UNLIMITED;
  }

  /** Commands may begin and end while it is measured. */
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
    // What was removed may not come back.
    this.most = least(this.most, this.mostFrom(use));
  }

  /** What it holds, for whoever reads the output of a command. */
  describe(): string {
    const { name, quota } = this.area;
    const use = this.use ?? NOTHING;
    const mebibytes = (bytes: number) => Math.ceil((bytes / 1_048_576) * 10) / 10;
    return use.bytes > quota.bytes
      ? `${name} takes ${mebibytes(use.bytes)} MiB of ${mebibytes(quota.bytes)} MiB`
      : `${name} has ${use.inodes} files, folders and links of at most ${quota.inodes}`;
  }
}
