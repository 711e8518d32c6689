import { DomainError } from "@workspace-agent/core";
import { pathSegments, type VolumeContent } from "@workspace-agent/core/ports";
import { openDirectory, type VolumeRoot } from "../directories/descend.ts";
import { walk } from "../directories/walk.ts";
import { checkFolderPath } from "../entries/temporary-names.ts";
import { noDirectory, notFound } from "../failures.ts";
import { entryOf } from "../listing/list-directory.ts";
import { toDomainError } from "../system-errors.ts";

const onUnreadable = () => {
  throw new DomainError("internal", "A directory could not be read.");
};

/** Yields everything below a directory, small files with their bytes. Opens each directory once, and reads several files at once. */
export async function* readBelow(
  root: VolumeRoot,
  path: string,
  upTo: number,
): AsyncGenerator<VolumeContent, void> {
  try {
    const checked = checkFolderPath(path);
    const opened = await openDirectory(root, pathSegments(checked));
    if (typeof opened === "string") throw opened === "absent" ? notFound() : noDirectory();
    await using directory = opened;
    for await (const found of walk(directory, { recursive: true, readsUpTo: upTo, onUnreadable })) {
      const entry = entryOf(checked, found);
      if (entry !== null) yield { entry, bytes: found.bytes ?? null };
    }
  } catch (error) {
    throw toDomainError(error);
  }
}
