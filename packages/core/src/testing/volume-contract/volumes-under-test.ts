import type { VolumeProvider } from "../../ports/volume.ts";

/** What volumes may leave out: `quota` by a `quota` of infinity, the others by the absence of their methods. */
export type VolumePart = "quota" | "staging" | "sealed" | "snapshots";

/** The parts of complete volumes. */
export const VOLUME_PARTS: readonly VolumePart[] = ["quota", "staging", "sealed", "snapshots"];

export interface VolumesUnderTest {
  /** Without any volume yet. */
  readonly provider: VolumeProvider;
  /** Another provider on the same files; the one before is closed by then. Absent: the files go with the provider. */
  readonly reopen?: () => VolumeProvider | Promise<VolumeProvider>;
  /** Another provider on the same files, while the first is open: another instance, or the start after a crash. Absent: not tested. */
  readonly another?: () => VolumeProvider | Promise<VolumeProvider>;
  /** Removes the files, after the provider was closed. */
  readonly remove?: () => Promise<void>;
}

export type MakeVolumes = () => VolumesUnderTest | Promise<VolumesUnderTest>;
