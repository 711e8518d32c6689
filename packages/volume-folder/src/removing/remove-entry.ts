import { rename, unlink } from "node:fs/promises";
import { isRoot, notFound, otherFile } from "../failures.ts";
import type { VolumeContext } from "../context.ts";
import { lookUp } from "../directories/held-directory.ts";
import { inParent } from "../directories/with-directory.ts";
import { etagOf, freedBy } from "../entries/entry.ts";
import { newKeptName, whileInUse } from "../entries/kept-names.ts";
import { difference, NOTHING } from "../quota/use.ts";
import { removeAny } from "./sweep.ts";

/** Removes what is at a path. A directory is gone at once, under a kept name, and is then emptied. */
export async function removeEntry(
  { root, changes, meter, flushes }: VolumeContext,
  path: string,
  { ifMatch }: { readonly ifMatch?: string },
): Promise<void> {
  if (path === "") throw isRoot();
  return inParent(
    root,
    path,
    async (directory, name) => {
      const hidden = newKeptName();
      const hide = async () => {
        const stats = await lookUp(directory, name);
        if (ifMatch !== undefined && (stats === null || etagOf(stats) !== ifMatch)) throw otherFile();
        if (stats === null) throw notFound();
        if (stats.isDirectory()) {
          await directory.at(name, (from) => directory.at(hidden, (to) => rename(from, to)));
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
    },
    () => {
      throw ifMatch === undefined ? notFound() : otherFile();
    },
  );
}
