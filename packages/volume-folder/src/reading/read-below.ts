import { DomainError } from "@workspace-agent/core";
import { pathSegments } from "@workspace-agent/core/internal";
import type { VolumeContent } from "@workspace-agent/core/ports";
import { openDirectory, type VolumeRoot } from "../directories/descend.ts";
import type { HeldDirectory } from "../directories/held-directory.ts";
import { walk } from "../directories/walk.ts";
import { checkFolderPath } from "../entries/kept-names.ts";
import { noDirectory, notFound } from "../failures.ts";
import { entryOf } from "../listing/list-directory.ts";
import { toDomainError } from "../system-errors.ts";

const unreadable = () => new DomainError("internal", "A directory could not be read.");

/** Everything below a directory, small files with their bytes: each directory is opened once, and many files are read at once. */
export async function* readBelow(
  root: VolumeRoot,
  path: string,
  upTo: number,
): AsyncGenerator<VolumeContent, void> {
  let directory: HeldDirectory | null = null;
  const onUnreadable = () => {
    throw unreadable();
  };
  try {
    const checked = checkFolderPath(path);
    const opened = await openDirectory(root, pathSegments(checked));
    if (typeof opened === "string") throw opened === "absent" ? notFound() : noDirectory();
    directory = opened;
    for await (const found of walk(directory, { recursive: true, readsUpTo: upTo, onUnreadable })) {
      const entry = entryOf(checked, found);
      if (entry !== null) yield { entry, bytes: found.bytes ?? null };
    }
  } catch (error) {
    throw toDomainError(error);
  } finally {
    await directory?.close();
  }
}
