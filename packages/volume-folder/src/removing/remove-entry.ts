import { unlink } from "node:fs/promises";
import type { VolumeContext } from "../context.ts";
import { lookUp, renameAt, type HeldDirectory } from "../directories/held-directory.ts";
import { inParent } from "../directories/with-directory.ts";
import { etagOf } from "../entries/entry.ts";
import { newTemporaryName, whileInUse } from "../entries/temporary-names.ts";
import { isRoot, notFound, otherFile } from "../failures.ts";
import { difference, freedBy, NOTHING } from "../quota/use.ts";
import { removeAny } from "./sweep.ts";

/** Removes the entry at a path. Renames a directory to a temporary name, so that it disappears at once, and then empties it. */
export async function removeEntry(
  { root, changes, meter, flushes }: VolumeContext,
  path: string,
  { ifMatch }: { readonly ifMatch?: string },
): Promise<void> {
  if (path === "") throw isRoot();
  const absent = () => {
    throw ifMatch === undefined ? notFound() : otherFile();
  };
  const remove = async (directory: HeldDirectory, name: string) => {
    const hidden = newTemporaryName();
    const hide = async () => {
      const stats = await lookUp(directory, name);
      if (ifMatch !== undefined && (stats === null || etagOf(stats) !== ifMatch)) throw otherFile();
      if (stats === null) throw notFound();
      if (stats.isDirectory()) {
        await renameAt(directory, name, directory, hidden);
        return true;
      }
      await directory.at(name, (at) => unlink(at));
      meter.add(difference(NOTHING, freedBy(stats)));
      return false;
    };
    await whileInUse(hidden, async () => {
      const isHidden = await changes.run(hide);
      await flushes.names(directory);
      if (!isHidden) return;
      meter.markStale();
      await removeAny(directory, hidden).finally(() => meter.markStale());
    });
  };
  return inParent(root, path, remove, absent);
}
