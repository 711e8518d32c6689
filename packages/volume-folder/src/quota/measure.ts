import type { VolumeUse } from "@workspace-agent/core/ports";
import type { DirectoryAccess, HeldDirectory } from "../directories/held-directory.ts";
import { openUnlocked } from "../directories/unlock.ts";
import type { WalkOptions } from "../directories/walk.ts";
import { orNull } from "../has-code.ts";
import { Census, type CensusOptions } from "./census.ts";
import { exceeds, NOTHING } from "./use.ts";

/** Root may read every directory as it is. */
const IS_ROOT = process.geteuid?.() === 0;

/** How often directories that have changed meanwhile are counted again. */
const MOST_LOOKS = 3;

interface MeasureOptions
  extends Required<Pick<WalkOptions, "onTemporaryName">>, Pick<CensusOptions, "isInProgress" | "reserved"> {
  /** Ends the measurement early. */
  readonly signal: AbortSignal;
  /** The measurement also ends early once it has found more than this. */
  readonly most: VolumeUse;
}

const openAsRoot = async (access: DirectoryAccess, path: string) => {
  const directory = await access.openTrusted(path);
  return { directory, [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose]() };
};

/**
 * Measures the disk blocks and inodes of everything below a folder of this host. A file with several names counts once. Never reads
 * outside of the folder, whatever programs do meanwhile. Unlocks directories that their owner may not read while it reads them. An
 * absent folder uses nothing. `path` itself may be trusted.
 */
export async function measureFolder(
  access: DirectoryAccess,
  path: string,
  options: MeasureOptions,
): Promise<VolumeUse> {
  const measured = async () => {
    await using opened = await (IS_ROOT ? openAsRoot : openUnlocked)(access, path);
    return await measure(opened.directory, options);
  };
  return (await orNull(measured, "ENOENT")) ?? NOTHING;
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
