import { DomainError } from "../../domain/errors/domain-error.ts";
import type { VolumeUse } from "../../ports/volume.ts";

export const full = () => new DomainError("quota_exceeded", "The volume is full.");

/** What of a tree in memory counts for its quota, shared by all volumes on it: what is staged counts too. */
export class MemoryUsage {
  private bytes = 0;
  private inodes = 0;

  /** Throws `quota_exceeded` where there would be more than the quota with so much more. */
  check({ bytes, inodes }: VolumeUse, quota: VolumeUse): void {
    if (this.bytes + bytes > quota.bytes || this.inodes + inodes > quota.inodes) throw full();
  }

  /** Counts what comes, after `check`. */
  take(use: VolumeUse, quota: VolumeUse): void {
    this.check(use, quota);
    this.bytes += use.bytes;
    this.inodes += use.inodes;
  }

  release({ bytes, inodes }: VolumeUse): void {
    this.bytes -= bytes;
    this.inodes -= inodes;
  }
}
