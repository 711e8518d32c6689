import type { VolumeUse } from "@workspace-agent/core/ports";
import { volumeFull } from "../failures.ts";
import { difference, isUnlimited, NOTHING, ONE_INODE, sum } from "./use.ts";
import type { UsageMeter } from "./usage-meter.ts";

/** What one write may take of its volume's quota. */
export class Allowance {
  private taken = NOTHING;

  constructor(
    private readonly meter: UsageMeter,
    private readonly quota: VolumeUse,
    /** What is free again when the file that the write replaces goes. */
    private readonly credit: VolumeUse,
  ) {}

  /** Takes bytes more; `quota_exceeded` when there is no room. */
  take(bytes: number): Promise<void> {
    return this.takeUse({ bytes, inodes: 0 });
  }

  /** Takes room for one name more; `quota_exceeded` when there is none. */
  takeInode(): Promise<void> {
    return this.takeUse(ONE_INODE);
  }

  private async takeUse(use: VolumeUse): Promise<void> {
    if (isUnlimited(this.quota)) this.meter.hold(use);
    else await this.meter.reserve(use, sum(this.quota, this.credit));
    this.taken = sum(this.taken, use);
  }

  /** Gives back a part of what was taken, for something that came to nothing. */
  giveBack(use: VolumeUse): void {
    this.meter.release(use);
    this.taken = difference(this.taken, use);
  }

  /** The last look, when it is known what the write replaces. */
  check(freed: VolumeUse): void {
    if (this.meter.wouldExceed(difference(this.taken, freed), this.quota)) throw volumeFull();
  }

  /** Counts the write as done. */
  spend(freed: VolumeUse): void {
    this.meter.add(difference(this.taken, freed));
  }

  /** To be called at the end, whether the write was done or not. */
  release(): void {
    this.meter.release(this.taken);
    this.taken = NOTHING;
  }
}
