import { quotaOf, type VolumeUse } from "@workspace-agent/core";
import { chooseAccess } from "../directories/choose-access.ts";
import { hasCode } from "../system-errors.ts";
import { measure } from "./measure.ts";
import { NOTHING, sum } from "./use.ts";

const NEVER = new AbortController().signal;

/**
 * What everything below a folder of this host takes of the disk, by blocks, and how much it is: whatever programs do in it meanwhile, nothing outside
 * of it is looked at. A folder that is not there takes nothing. It ends early where there is more than `most`. `path` itself may be trusted.
 */
async function measureFolder(path: string, most: VolumeUse): Promise<VolumeUse> {
  try {
    const directory = await chooseAccess().openTrusted(path);
    try {
      return await measure(directory, () => Promise.resolve(true), { signal: NEVER, most });
    } finally {
      await directory.close();
    }
  } catch (error) {
    if (hasCode(error, "ENOENT")) return NOTHING;
    throw error;
  }
}

/**
 * Folders of this host below `path` that are measured together, for `Place.scratch` of a sandbox: they may take `mebibytes`, and the inodes that
 * `quotaOf` derives from it.
 */
export function scratchArea(name: string, path: string, folders: readonly string[], mebibytes: number) {
  const { maxBytes, maxInodes } = quotaOf(mebibytes);
  return {
    name,
    path,
    quota: { bytes: maxBytes, inodes: maxInodes },
    async usage(most: VolumeUse): Promise<VolumeUse> {
      const uses = await Promise.all(folders.map((folder) => measureFolder(folder, most)));
      return uses.reduce(sum, NOTHING);
    },
  };
}
