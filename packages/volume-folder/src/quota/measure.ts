import type { VolumeUse } from "@workspace-agent/core/ports";
import type { DirectoryAccess, HeldDirectory } from "../directories/held-directory.ts";
import { openUnlocked } from "../directories/unlock.ts";
import type { WalkOptions } from "../directories/walk.ts";
import { hasCode } from "../system-errors.ts";
import { Census, type CensusOptions } from "./census.ts";
import { exceeds, NOTHING } from "./use.ts";

/** It may read every directory as it is. */
const IS_ROOT = process.geteuid?.() === 0;

/** What has changed meanwhile is looked at again, but not for ever. */
const MOST_LOOKS = 3;

export interface MeasureOptions
  extends Required<Pick<WalkOptions, "onKeptName">>, Pick<CensusOptions, "isInProgress" | "reserved"> {
  /** Ends the measurement early. */
  readonly signal: AbortSignal;
  /** It ends early as well where more than this was found. */
  readonly most: VolumeUse;
}

const openAsRoot = async (access: DirectoryAccess, path: string) => {
  const directory = await access.openTrusted(path);
  return { directory, close: () => directory.close() };
};

/**
 * What everything below a folder of this host takes of the disk, by blocks, and how much it is; what has several names counts once. Whatever programs do in
 * it meanwhile, nothing outside of it is looked at. A directory that its owner may not read, the folder itself too, is unlocked for as long as
 * it is looked at. A folder that is not there takes nothing. `path` itself may be trusted.
 */
export async function measureFolder(
  access: DirectoryAccess,
  path: string,
  options: MeasureOptions,
): Promise<VolumeUse> {
  try {
    const { directory, close } = await (IS_ROOT ? openAsRoot : openUnlocked)(access, path);
    try {
      return await measure(directory, options);
    } finally {
      await close();
    }
  } catch (error) {
    if (hasCode(error, "ENOENT")) return NOTHING;
    throw error;
  }
}

async function measure(
  directory: HeldDirectory,
  { signal, most, ...options }: MeasureOptions,
): Promise<VolumeUse> {
  const isEnough = (use: VolumeUse) => signal.aborted || exceeds(use, most);
  const census = new Census(directory, { ...options, unlocks: !IS_ROOT, isEnough });
  await census.take();
  for (let look = 0; look < MOST_LOOKS && (await census.lookAgain()); look++);
  return census.use;
}
