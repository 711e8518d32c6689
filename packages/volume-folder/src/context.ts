import type { Clock } from "@workspace-agent/core";
import type { VolumeBaselines, VolumeUse } from "@workspace-agent/core/ports";
import type { Admit, Owner, VolumeRoot } from "./directories/descend.ts";
import type { Flushes } from "./directories/flushes.ts";
import type { UsageMeter } from "./quota/usage-meter.ts";
import type { SerialQueue } from "./serial-queue.ts";

/** What the operations on one volume share. */
export interface VolumeContext {
  readonly root: VolumeRoot;
  /** The moment in which a change is made: conditions hold from their check to the change. */
  readonly changes: SerialQueue;
  readonly meter: UsageMeter;
  readonly quota: VolumeUse;
  /** Makes a directory, counted for the quota. */
  readonly admit: Admit;
  readonly owner: Owner | null;
  readonly flushes: Flushes;
  readonly clock: Clock;
  /** Null: it is no workspace's own volume. */
  readonly baselines: VolumeBaselines | null;
}
