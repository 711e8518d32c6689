import type { Clock } from "@workspace-agent/core";
import type { VolumeUse } from "@workspace-agent/core/ports";
import { volumeFull } from "../failures.ts";
import { exceeds, isUnlimited, NOTHING, ONE_INODE, sum, UNLIMITED } from "./use.ts";

/** A measurement is made again in the background when it is this old, and this many times what it took. */
const BACKGROUND_MIN_MS = 2_000;
const BACKGROUND_FACTOR = 20;
/** Before a refusal, or to answer `usage`, a measurement may be this many times as old as it took. */
const FRESH_FACTOR = 5;
/** One that takes no longer is made each time: what a command has just left would be missed by one from before it. */
const CHEAP_MS = 25;
/** A measurement that was overtaken by a change is made again, but not for ever. */
const ATTEMPTS = 2;

/**
 * How much of a volume is in use. All files are measured once; from then on the volume's own writes and removals are added up,
 * and what programs in a sandbox do is found by measuring again in the background, at most a twentieth of the time. Nothing
 * is refused on an old figure.
 */
export class UsageMeter {
  private used: VolumeUse | null = null;
  private reserved = NOTHING;
  /** A change came that was not counted, or during the measurement. */
  private isStale = false;
  private measuredAt = 0;
  private duration = 0;
  private grown = NOTHING;
  private measuring: Promise<void> | null = null;

  constructor(
    private readonly measure: (most: VolumeUse) => Promise<VolumeUse>,
    private readonly clock: Clock,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Holds room back for a write that is under way; `quota_exceeded` when there is more than `quota` then. */
  async reserve(use: VolumeUse, quota: VolumeUse): Promise<void> {
    if (this.used === null) await this.refresh();
    else if (this.age() > Math.max(BACKGROUND_MIN_MS, BACKGROUND_FACTOR * this.duration)) {
      this.refresh().catch(this.onFailure);
    }
    if (!this.fits(use, quota) && this.isOld()) await this.refreshed();
    if (!this.fits(use, quota)) throw volumeFull();
    this.hold(use);
  }

  /** What is held back for writes that are under way. */
  get held(): VolumeUse {
    return this.reserved;
  }

  /** As `reserve`, where there is no quota. */
  hold(use: VolumeUse): void {
    this.reserved = sum(this.reserved, use);
  }

  /** Gives back what was reserved. A measurement under way may have counted what it was for. */
  release({ bytes, inodes }: VolumeUse): void {
    this.reserved = sum(this.reserved, { bytes: -bytes, inodes: -inodes });
    if (this.measuring !== null) this.isStale = true;
  }

  /** Makes something that takes no more than its name: `make` is done when there is room for it. */
  async takeInode(quota: VolumeUse, make: () => Promise<void>): Promise<void> {
    if (isUnlimited(quota)) {
      await make();
      this.add(ONE_INODE);
      return;
    }
    await this.reserve(ONE_INODE, quota);
    try {
      await make();
      this.add(ONE_INODE);
    } finally {
      this.release(ONE_INODE);
    }
  }

  /** Whether the volume would hold more than `quota` with so much more. */
  wouldExceed(use: VolumeUse, quota: VolumeUse): boolean {
    return exceeds(sum(this.used ?? NOTHING, use), quota);
  }

  /** Counts a change that the volume made itself. */
  add({ bytes, inodes }: VolumeUse): void {
    if (this.used !== null)
      this.used = {
        bytes: Math.max(0, this.used.bytes + bytes),
        inodes: Math.max(0, this.used.inodes + inodes),
      };
    this.grown = sum(this.grown, { bytes: Math.max(0, bytes), inodes: Math.max(0, inodes) });
    if (this.measuring !== null) this.isStale = true;
  }

  /** Tells that files went whose size is not known. */
  markStale(): void {
    this.isStale = true;
  }

  async total(): Promise<VolumeUse> {
    if (this.used === null || this.isOld()) await this.refreshed();
    return this.used ?? NOTHING;
  }

  /** Measures, whatever it costs, and ends early where there is more than `most`: who writes meanwhile could hold it up for ever. */
  async upTo(most: VolumeUse): Promise<VolumeUse> {
    const found = await this.measure(most);
    // The volume's own writes are held to what commands have left, too.
    if (this.used !== null)
      this.used = {
        bytes: Math.max(this.used.bytes, found.bytes),
        inodes: Math.max(this.used.inodes, found.inodes),
      };
    return found;
  }

  private fits(use: VolumeUse, quota: VolumeUse): boolean {
    return !exceeds(sum(sum(this.used ?? NOTHING, this.reserved), use), quota);
  }

  private age(): number {
    return this.clock.monotonic() - this.measuredAt;
  }

  private isOld(): boolean {
    return this.isStale || this.duration <= CHEAP_MS || this.age() > FRESH_FACTOR * this.duration;
  }

  /** Measures, and once more where a change overtook that. */
  private async refreshed(): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS && (attempt === 0 || this.isStale); attempt++)
      await this.refresh();
  }

  /** Measures, or joins the measurement that is under way. */
  private refresh(): Promise<void> {
    this.measuring ??= this.measureOnce().finally(() => {
      this.measuring = null;
    });
    return this.measuring;
  }

  private async measureOnce(): Promise<void> {
    const begin = this.clock.monotonic();
    this.isStale = false;
    this.grown = NOTHING;
    const measured = await this.measure(UNLIMITED);
    this.used = sum(measured, this.grown);
    this.measuredAt = this.clock.monotonic();
    this.duration = this.measuredAt - begin;
  }
}
