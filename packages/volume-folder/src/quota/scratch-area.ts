import { quotaOf } from "@workspace-agent/core/internal";
import type { VolumeUse } from "@workspace-agent/core/ports";
import { chooseAccess } from "../directories/choose-access.ts";
import { measureFolder } from "./measure.ts";
import { NOTHING, sum } from "./use.ts";

/** The service itself writes nothing here, so all names count alike. */
const ALL = {
  signal: new AbortController().signal,
  onTemporaryName: () => Promise.resolve(true),
  isInProgress: () => false,
  reserved: () => NOTHING,
};

/** The disk area of folders below `path` that share a limit of `mebibytes` and the inodes that `quotaOf` derives from it. */
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
