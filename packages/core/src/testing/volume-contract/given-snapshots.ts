import type { VolumeSnapshots } from "../../ports/volume-snapshots.ts";
import type { Volume } from "../../ports/volume.ts";
import {
  memorySnapshotObjects,
  type MemorySnapshotObjects,
} from "../snapshot-objects/memory-snapshot-objects.ts";
import { bytes, type Given } from "./given.ts";

/** A volume that has snapshots. */
export type SnapshotVolume = Volume & { readonly snapshots: VolumeSnapshots };

type Files = Readonly<Record<string, string | Uint8Array>>;

export const isSnapshotVolume = (volume: Volume): volume is SnapshotVolume => volume.snapshots !== undefined;

export async function writeFiles(volume: Volume, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files))
    await volume.write(path, typeof content === "string" ? bytes(content) : content);
}

/** Makes volumes with some files, and objects for their snapshots. */
export function givenSnapshots(aVolume: Given["aVolume"]) {
  return async (
    files: Files = {},
  ): Promise<{ readonly volume: SnapshotVolume; readonly objects: MemorySnapshotObjects }> => {
    const volume = await aVolume();
    if (!isSnapshotVolume(volume)) throw new Error("The volume has no snapshots.");
    await writeFiles(volume, files);
    return { volume, objects: memorySnapshotObjects() };
  };
}
