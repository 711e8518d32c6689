import type { VolumeUse } from "@workspace-agent/core/ports";

/** A folder that the commands of a workspace may write to, with its limit. */
export interface DiskArea {
  /** As commands see it: `/workspace`. */
  readonly name: string;
  /** The folder on this host. */
  readonly path: string;
  readonly quota: VolumeUse;
  /** Commands of other workspaces may write to it too. Default false. */
  readonly isShared?: boolean;
  /**
   * Measures it. May stop early once it has found more than `most`, whose figures may change meanwhile: an area that keeps growing could be
   * measured forever.
   */
  usage(most: VolumeUse): Promise<VolumeUse>;
}

export const UNLIMITED: VolumeUse = { bytes: Infinity, inodes: Infinity };

export const exceeds = (use: VolumeUse, most: VolumeUse) =>
  use.bytes > most.bytes || use.inodes > most.inodes;
