import type { VolumeUse } from "@workspace-agent/core/ports";
import { volumeFull } from "../failures.ts";
import { difference, isUnlimited, NOTHING, ONE_INODE, sum } from "./use.ts";
import type { UsageMeter } from "./usage-meter.ts";

/** The share of a volume's quota that one write reserves. */
export class Allowance {
  private taken = NOTHING;

  constructor(
    private readonly meter: UsageMeter,
    private readonly quota: VolumeUse,
    /** What the replaced file will free. */
    private readonly credit: VolumeUse,
  ) {}

  /** Reserves more bytes. Throws `quota_exceeded`. */
  take(bytes: number): Promise<void> {
    return this.takeUse({ bytes, inodes: 0 });
  }

  /** Reserves one more inode. Throws `quota_exceeded`. */
  takeInode(): Promise<void> {
    return this.takeUse(ONE_INODE);
  }

  private async takeUse(use: VolumeUse): Promise<void> {
    if (isUnlimited(this.quota)) this.meter.hold(use);
    else await this.meter.reserve(use, sum(this.quota, this.credit));
    this.taken = sum(this.taken, use);
  }

  /** Releases a part of the reservation, after a failure. */
  giveBack(use: VolumeUse): void {
    this.meter.release(use);
    this.taken = difference(this.taken, use);
  }

  /** The final check, when it is known what the write replaces. Throws `quota_exceeded`. */
  check(freed: VolumeUse): void {
    if (this.meter.wouldExceed(difference(this.taken, freed), this.quota)) throw volumeFull();
  }

  /** Counts the write as used space, which ends the reservation: it never counts as both. */
  spend(freed: VolumeUse): void {
    this.meter.add(difference(this.taken, freed));
    this.release();
  }

  /** Ends the reservation. To be called in every case. */
  release(): void {
    this.meter.release(this.taken);
    this.taken = NOTHING;
  }
}
