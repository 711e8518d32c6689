import type { Clock } from "@workspace-agent/core";
import type { VolumeUse } from "@workspace-agent/core/ports";
import { volumeFull } from "../failures.ts";
import { difference, exceeds, isUnlimited, larger, NOTHING, ONE_INODE, sum, UNLIMITED } from "./use.ts";

/** A measurement is repeated in the background when it is this old, and older than this many times its duration. */
const BACKGROUND_MIN_MS = 2_000;
const BACKGROUND_FACTOR = 20;
/** For a refusal or for `usage`, a measurement may be at most this many times its duration old. */
const FRESH_FACTOR = 5;
/** A measurement this fast is always repeated, so that it includes what a command has just written. */
const CHEAP_MS = 25;
/** How often a measurement is made while changes overtake it. */
const ATTEMPTS = 2;

/**
 * Tracks the use of a volume. Measures all files once, then adds up the volume's own writes and removals. Finds the changes of programs
 * in a sandbox by measuring again in the background, for at most 5 % of the time. Never refuses a write because of an old figure.
 */
export class UsageMeter {
  private used: VolumeUse | null = null;
  private reserved = NOTHING;
  /** A change was not counted, or happened during the measurement. */
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

  /** Reserves space for a write in progress. Throws `quota_exceeded` where it does not fit into `quota`. */
  async reserve(use: VolumeUse, quota: VolumeUse): Promise<void> {
    if (this.used === null) await this.refresh();
    else if (this.age() > Math.max(BACKGROUND_MIN_MS, BACKGROUND_FACTOR * this.duration)) {
      this.refresh().catch(this.onFailure);
    }
    if (!this.fits(use, quota) && this.isOld()) await this.refreshed();
    if (!this.fits(use, quota)) throw volumeFull();
    this.hold(use);
  }

  /** The reservations of all writes in progress. */
  get held(): VolumeUse {
    return this.reserved;
  }

  /** As `reserve`, without a quota. */
  hold(use: VolumeUse): void {
    this.reserved = sum(this.reserved, use);
  }

  /** Ends a reservation. A running measurement may have counted the write already. */
  release(use: VolumeUse): void {
    this.reserved = difference(this.reserved, use);
    if (this.measuring !== null) this.isStale = true;
  }

  /** Calls `make`, which uses one inode, where the quota has one left. Throws `quota_exceeded`. */
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

  /** Whether `use` more would exceed `quota`. */
  wouldExceed(use: VolumeUse, quota: VolumeUse): boolean {
    return exceeds(sum(this.used ?? NOTHING, use), quota);
  }

  /** Counts a change by the volume itself. */
  add(use: VolumeUse): void {
    if (this.used !== null) this.used = larger(NOTHING, sum(this.used, use));
    this.grown = sum(this.grown, larger(NOTHING, use));
    if (this.measuring !== null) this.isStale = true;
  }

  /** Files of unknown size were removed. */
  markStale(): void {
    this.isStale = true;
  }

  async total(): Promise<VolumeUse> {
    if (this.used === null || this.isOld()) await this.refreshed();
    return this.used ?? NOTHING;
  }

  /** Always measures, and ends early at more than `most`: a program that keeps writing could prolong it forever. */
  async upTo(most: VolumeUse): Promise<VolumeUse> {
    const found = await this.measure(most);
    // The volume's own writes respect what commands have left.
    if (this.used !== null) this.used = larger(this.used, found);
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

  /** Measures, and repeats that where a change overtook it. */
  private async refreshed(): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS && (attempt === 0 || this.isStale); attempt++)
      await this.refresh();
  }

  /** Measures, or joins the running measurement. */
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
