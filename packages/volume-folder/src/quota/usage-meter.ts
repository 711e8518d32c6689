import type { Clock } from "@workspace-agent/core";
import { volumeFull } from "../failures.ts";

/** A measurement is made again in the background when it is this old, and this many times what it took. */
const BACKGROUND_MIN_MS = 2_000;
const BACKGROUND_FACTOR = 20;
/** Before a refusal, or to answer `usedBytes`, a measurement may be this many times as old as it took. */
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
  private used: number | null = null;
  private reserved = 0;
  /** A change came that was not counted, or during the measurement. */
  private isStale = false;
  private measuredAt = 0;
  private duration = 0;
  private grown = 0;
  private measuring: Promise<void> | null = null;

  constructor(
    private readonly measure: () => Promise<number>,
    private readonly clock: Clock,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Holds bytes back for a write that is under way; `quota_exceeded` when there are more than `limit` then. */
  async reserve(bytes: number, limit: number): Promise<void> {
    if (this.used === null) await this.refresh();
    else if (this.age() > Math.max(BACKGROUND_MIN_MS, BACKGROUND_FACTOR * this.duration)) {
      this.refresh().catch(this.onFailure);
    }
    if (!this.fits(bytes, limit) && this.isOld()) await this.refreshed();
    if (!this.fits(bytes, limit)) throw volumeFull();
    this.reserved += bytes;
  }

  /** Gives back what was reserved. */
  release(bytes: number): void {
    this.reserved -= bytes;
  }

  /** Whether the volume would hold more than `limit` with so many bytes more. */
  wouldExceed(bytes: number, limit: number): boolean {
    return (this.used ?? 0) + bytes > limit;
  }

  /** Counts a change that the volume made itself. */
  add(bytes: number): void {
    if (this.used !== null) this.used = Math.max(0, this.used + bytes);
    this.grown += Math.max(0, bytes);
    if (this.measuring !== null) this.isStale = true;
  }

  /** Tells that files went whose size is not known. */
  markStale(): void {
    this.isStale = true;
  }

  async total(): Promise<number> {
    if (this.used === null || this.isOld()) await this.refreshed();
    return this.used ?? 0;
  }

  private fits(bytes: number, limit: number): boolean {
    return (this.used ?? 0) + this.reserved + bytes <= limit;
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
    this.grown = 0;
    const measured = await this.measure();
    this.used = measured + this.grown;
    this.measuredAt = this.clock.monotonic();
    this.duration = this.measuredAt - begin;
  }
}
