import { quotaOf } from "@workspace-agent/core/internal";
import type { VolumeUse } from "@workspace-agent/core/ports";
import { chooseAccess } from "../directories/choose-access.ts";
import { measureFolder } from "./measure.ts";
import { NOTHING, sum } from "./use.ts";

/** What has a kept name here is no work of the service's. */
const ALL = {
  signal: new AbortController().signal,
  onKeptName: () => Promise.resolve(true),
  isInProgress: () => false,
  reserved: () => NOTHING,
};

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
      const uses = await Promise.all(
        folders.map((folder) => measureFolder(chooseAccess(), folder, { ...ALL, most })),
      );
      return uses.reduce(sum, NOTHING);
    },
  };
}
