import type { Clock, DiskSpace, VolumeUse } from "@workspace-agent/core";

/** A part of the disk that the commands of a workspace may write to. */
export interface DiskArea {
  /** As a command knows it: `/workspace`. */
  readonly name: string;
  /** The folder of this host that has it. */
  readonly path: string;
  readonly quota: VolumeUse;
  /** What it holds now. Where that is more than `most`, it may say less than there is: what grows all the time could be measured for ever. */
  usage(most: VolumeUse): Promise<VolumeUse>;
}

/** Without a sign that more was written an area is measured this often, and no more than a twentieth of the time. */
const PERIOD_MS = 5_000;
const PERIOD_FACTOR = 20;
/** Where the file system fills, it may be measured up to a fifth of the time. */
const SIGN_FACTOR = 4;
/** How much more commands may leave behind that begin where too much is held: to remove files may take some. */
const SLACK: VolumeUse = { bytes: 1_048_576, inodes: 64 };

const UNLIMITED: VolumeUse = { bytes: Infinity, inodes: Infinity };

const exceeds = (use: VolumeUse, most: VolumeUse) => use.bytes > most.bytes || use.inodes > most.inodes;

/** What is known of an area, and what it may come to hold. */
export class WatchedArea {
  private use: VolumeUse | null = null;
  /** What the file system had left when `use` was measured. */
  private freeThen: VolumeUse = { bytes: 0, inodes: 0 };
  private measuredAt = 0;
  private took = 0;
  private measuring: Promise<void> | null = null;
  /** What the commands that run may leave; null: what there was when they began is not known yet. */
  private most: VolumeUse | null = null;

  constructor(
    private readonly area: DiskArea,
    private readonly clock: Clock,
    private readonly spaceOf: (path: string) => Promise<DiskSpace>,
  ) {}

  space(): Promise<DiskSpace> {
    return this.spaceOf(this.area.path);
  }

  /** Whether more is held than may be, as far as is known. */
  get isFull(): boolean {
    return this.use !== null && exceeds(this.use, this.area.quota);
  }

  /** Whether more is held than the commands that run may leave. */
  get isTooFull(): boolean {
    return this.use !== null && this.most !== null && exceeds(this.use, this.most);
  }

  /** The first command begins: what is held too much already may stay, and no more may come. */
  beginUse(): void {
    this.most = this.use === null ? null : this.mostFrom(this.use);
  }

  private mostFrom(use: VolumeUse): VolumeUse {
    const { quota } = this.area;
    const most = (key: keyof VolumeUse) => (use[key] > quota[key] ? use[key] + SLACK[key] : quota[key]);
    return { bytes: most("bytes"), inodes: most("inodes") };
  }

  /** Whether it was not measured for long, or the file system has changed by more than it has left. */
  isDue({ free }: DiskSpace): boolean {
    const age = this.clock.monotonic() - this.measuredAt;
    return this.isSuspect({ free }) || age > Math.max(PERIOD_MS, PERIOD_FACTOR * this.took);
  }

  /** Whether the file system has changed by more than it has left: since others write there too, a reason to measure it and no more. */
  isSuspect({ free }: Pick<DiskSpace, "free">): boolean {
    const { use, took } = this;
    if (use === null) return true;
    const limit = this.most ?? this.area.quota;
    // What is removed in another area hides what comes in this one.
    const isSign = (key: keyof VolumeUse) =>
      free[key] !== Infinity && Math.abs(this.freeThen[key] - free[key]) > limit[key] - use[key];
    return (
      this.clock.monotonic() - this.measuredAt >= SIGN_FACTOR * took && (isSign("bytes") || isSign("inodes"))
    );
  }

  /** Measures it, or waits for the measurement that is under way. `isIdle`: no command runs that could write. */
  measure(isIdle: boolean): Promise<void> {
    this.measuring ??= this.measureOnce(isIdle).finally(() => (this.measuring = null));
    return this.measuring;
  }

  private async measureOnce(isIdle: boolean): Promise<void> {
    const begin = this.clock.monotonic();
    const { free } = await this.space();
    const use = await this.area.usage((isIdle ? null : this.most) ?? UNLIMITED);
    this.use = use;
    this.freeThen = free;
    this.measuredAt = this.clock.monotonic();
    this.took = this.measuredAt - begin;
    const most = this.mostFrom(use);
    // What was removed may not come back.
    const before = isIdle ? null : this.most;
    this.most = {
      bytes: Math.min(before?.bytes ?? Infinity, most.bytes),
      inodes: Math.min(before?.inodes ?? Infinity, most.inodes),
    };
  }

  /** What it holds, for whoever reads the output of a command. */
  describe(): string {
    const { name, quota } = this.area;
    const use = this.use ?? { bytes: 0, inodes: 0 };
    const mebibytes = (bytes: number) => Math.ceil((bytes / 1_048_576) * 10) / 10;
    return use.bytes > quota.bytes
      ? `${name} takes ${mebibytes(use.bytes)} MiB of ${mebibytes(quota.bytes)} MiB`
      : `${name} has ${use.inodes} files, folders and links of at most ${quota.inodes}`;
  }
}
