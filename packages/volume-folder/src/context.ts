import type { Clock } from "@workspace-agent/core";
import type { VolumeUse } from "@workspace-agent/core/ports";
import type { Admit, Owner, VolumeRoot } from "./directories/descend.ts";
import type { Flushes } from "./directories/flushes.ts";
import type { UsageMeter } from "./quota/usage-meter.ts";
import type { SerialQueue } from "./serial-queue.ts";

/** What the operations on one volume share. */
export interface VolumeContext {
  readonly root: VolumeRoot;
  /** Serializes the check of a condition with the change that depends on it. */
  readonly changes: SerialQueue;
  readonly meter: UsageMeter;
  readonly quota: VolumeUse;
  /** Counts new directories for the quota. */
  readonly admit: Admit;
  readonly owner: Owner | null;
  readonly flushes: Flushes;
  readonly clock: Clock;
}
