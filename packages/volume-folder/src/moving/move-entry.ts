import type { BigIntStats } from "node:fs";
import { rename, unlink } from "node:fs/promises";
import { DomainError } from "@workspace-agent/core";
import { isInside, parentPath } from "@workspace-agent/core/internal";
import type { VolumeEntry } from "@workspace-agent/core/ports";
import type { VolumeContext } from "../context.ts";
import { lookUp, type HeldDirectory } from "../directories/held-directory.ts";
import { inMadeParent, inParent } from "../directories/with-directory.ts";
import { freedBy, toEntry } from "../entries/entry.ts";
import { keepFromSweep, newKeptName, releaseToSweep } from "../entries/kept-names.ts";
import { isRoot, isSpecial, notFound } from "../failures.ts";
import { difference, NOTHING } from "../quota/use.ts";
import { removeAny } from "../removing/sweep.ts";

interface Place {
  readonly directory: HeldDirectory;
  readonly name: string;
}

function renameTo(from: Place, to: Place): Promise<void> {
  return from.directory.at(from.name, (source) =>
    to.directory.at(to.name, (target) => rename(source, target)),
  );
}

/** Puts `from` in the place of what is at `to`, which is not two files: that is set aside, and put back if it fails. Gives where it is, in use. */
async function replaceTree(from: Place, to: Place): Promise<Place> {
  const aside: Place = { directory: to.directory, name: newKeptName() };
  keepFromSweep(aside.name);
  try {
    await renameTo(to, aside);
    try {
      await renameTo(from, to);
    } catch (error) {
      await renameTo(aside, to);
      throw error;
    }
    return aside;
  } catch (error) {
    releaseToSweep(aside.name);
    throw error;
  }
}

/** Makes the move, and gives what is left to remove afterwards. */
async function replace(
  { meter }: VolumeContext,
  from: Place,
  to: Place,
  moved: BigIntStats,
  replaced: BigIntStats,
): Promise<Place | null> {
  if (moved.isDirectory() || replaced.isDirectory()) return replaceTree(from, to);
  // Renaming one name of a file to another of its names does nothing.
  if (moved.ino === replaced.ino && moved.dev === replaced.dev) {
    await from.directory.at(from.name, (path) => unlink(path));
    return null;
  }
  await renameTo(from, to);
  meter.add(difference(NOTHING, freedBy(replaced)));
  return null;
}

function checkMove(src: string, dest: string, moved: BigIntStats): void {
  if (toEntry(src, moved) === null) throw isSpecial();
  if (moved.isDirectory() && isInside(dest, src)) {
    throw new DomainError("invalid_path", "A directory cannot be moved into itself.");
  }
}

function checkReplace(src: string, dest: string, overwrite: boolean): void {
  if (!overwrite) throw new DomainError("already_exists", "Something is at the destination.");
  if (isInside(src, dest)) {
    throw new DomainError("invalid_path", "A directory cannot be replaced by what it holds.");
  }
}

/** Renames within the volume. `rename` itself cannot refuse to replace, so the check and the call are one step among this process's changes. */
export async function moveEntry(
  context: VolumeContext,
  src: string,
  dest: string,
  overwrite: boolean,
): Promise<VolumeEntry> {
  if (src === "" || dest === "") throw isRoot();
  const { root, changes, meter, flushes } = context;
  const absent = () => {
    throw notFound();
  };
  const move = async (from: Place): Promise<VolumeEntry> => {
    const moved = await lookUp(from.directory, from.name);
    if (moved === null) return absent();
    checkMove(src, dest, moved);
    return inMadeParent(root, dest, context, async (directory, name) => {
      const to: Place = { directory, name };
      const aside = await changes.run(async () => {
        const replaced = await lookUp(directory, name);
        if (replaced !== null) checkReplace(src, dest, overwrite);
        if (src === dest) return null;
        if (replaced !== null) return replace(context, from, to, moved, replaced);
        await renameTo(from, to);
        return null;
      });
      // The new name first: at no moment the disk has none.
      await flushes.names(directory);
      if (parentPath(src) !== parentPath(dest)) await flushes.names(from.directory);
      if (aside !== null) {
        meter.markStale();
        await removeAny(aside.directory, aside.name).finally(() => {
          releaseToSweep(aside.name);
          meter.markStale();
        });
      }
      const stats = await lookUp(directory, name);
      const entry = stats === null ? null : toEntry(dest, stats);
      return entry ?? absent();
    });
  };
  return inParent(root, src, (directory, name) => move({ directory, name }), absent);
}
