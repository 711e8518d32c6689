import { memoryObjects } from "../../memory/objects/memory-objects.ts";
import type { ObjectStore } from "../../ports/object-store.ts";
import type { VolumeSnapshots } from "../../ports/volume-snapshots.ts";
import type { Volume } from "../../ports/volume.ts";
import { bytesOf, keysBelow } from "../object-store-contract/given.ts";
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
  ): Promise<{ readonly volume: SnapshotVolume; readonly objects: ObjectStore }> => {
    const volume = await aVolume();
    if (!isSnapshotVolume(volume)) throw new Error("The volume has no snapshots.");
    await writeFiles(volume, files);
    return { volume, objects: memoryObjects() };
  };
}

/** Replaces each object by what `change` returns for it; null removes it. */
export async function changeObjects(
  objects: ObjectStore,
  change: (bytes: Uint8Array, key: string) => Uint8Array | null,
): Promise<void> {
  for (const key of await keysBelow(objects, "")) {
    const changed = change((await bytesOf(objects, key)) ?? new Uint8Array(), key);
    await (changed === null ? objects.delete([key]) : objects.put(key, changed));
  }
}
