import type { VolumeUse } from "@workspace-agent/core";
import { chooseAccess } from "../directories/choose-access.ts";
import { hasCode } from "../system-errors.ts";
import { measure } from "./measure.ts";

const NEVER = new AbortController().signal;

/**
 * What everything below a folder of this host takes of the disk, by blocks, and how much it is: whatever programs do in it meanwhile, nothing outside
 * of it is looked at. A folder that is not there takes nothing. `path` itself may be trusted.
 */
export async function measureFolder(path: string, signal: AbortSignal = NEVER): Promise<VolumeUse> {
  try {
    const directory = await chooseAccess().openTrusted(path);
    try {
      return await measure(directory, () => Promise.resolve(true), signal);
    } finally {
      await directory.close();
    }
  } catch (error) {
    if (hasCode(error, "ENOENT")) return { bytes: 0, inodes: 0 };
    throw error;
  }
}
