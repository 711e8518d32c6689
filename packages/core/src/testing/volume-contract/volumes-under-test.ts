import type { VolumeProvider } from "../../ports/volume.ts";

export interface VolumesUnderTest {
  /** Without any volume yet. */
  readonly provider: VolumeProvider;
  /** Another provider on the same files; the one before is closed by then. Absent: the files go with the provider. */
  readonly reopen?: () => VolumeProvider | Promise<VolumeProvider>;
  /** Removes the files, after the provider was closed. */
  readonly remove?: () => Promise<void>;
}

export type MakeVolumes = () => VolumesUnderTest | Promise<VolumesUnderTest>;
