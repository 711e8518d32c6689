import type { VolumeUse } from "@workspace-agent/core/ports";

/** A part of the disk that the commands of a workspace may write to. */
export interface DiskArea {
  /** As a command knows it: `/workspace`. */
  readonly name: string;
  /** The folder of this host that has it. */
  readonly path: string;
  readonly quota: VolumeUse;
  /** Commands of other workspaces may write to it too. Default false. */
  readonly isShared?: boolean;
  /**
   * What it holds now. It may end early, with less than there is, where it has found more than `most`, whose figures may change meanwhile: what grows
   * all the time could be measured for ever.
   */
  usage(most: VolumeUse): Promise<VolumeUse>;
}

export const UNLIMITED: VolumeUse = { bytes: Infinity, inodes: Infinity };

export const exceeds = (use: VolumeUse, most: VolumeUse) =>
  use.bytes > most.bytes || use.inodes > most.inodes;
