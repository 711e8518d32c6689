import type { BigIntStats } from "node:fs";
import { unlink } from "node:fs/promises";
import { DomainError } from "@workspace-agent/core";
import { isInside, parentPath, type VolumeEntry } from "@workspace-agent/core/ports";
import type { VolumeContext } from "../context.ts";
import { lookUp, renameAt, type HeldDirectory } from "../directories/held-directory.ts";
import { inMadeParent, inParent } from "../directories/with-directory.ts";
import { toEntry } from "../entries/entry.ts";
import { protectFromSweep, newTemporaryName, allowSweep } from "../entries/temporary-names.ts";
import { isRoot, isSpecial, notFound } from "../failures.ts";
import { difference, freedBy, NOTHING } from "../quota/use.ts";
import { removeAny } from "../removing/sweep.ts";

interface Location {
  readonly directory: HeldDirectory;
  readonly name: string;
}

function renameTo(from: Location, to: Location): Promise<void> {
  return renameAt(from.directory, from.name, to.directory, to.name);
}

/** Replaces `to` where one of both is a directory: moves `to` aside, and back if that fails. Returns where it was moved to, protected from sweeps. */
async function replaceTree(from: Location, to: Location): Promise<Location> {
  const aside: Location = { directory: to.directory, name: newTemporaryName() };
  protectFromSweep(aside.name);
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
    allowSweep(aside.name);
    throw error;
  }
}

/** Moves `from` onto `to`. Returns what has to be removed afterwards. */
async function replace(
  { meter }: VolumeContext,
  from: Location,
  to: Location,
  moved: BigIntStats,
  replaced: BigIntStats,
): Promise<Location | null> {
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

/** Renames within the volume. `rename` cannot refuse to replace, so the check and the call are serialized with this process's other changes. */
export async function moveEntry(
  context: VolumeContext,
  src: string,
  dest: string,
  overwrite: boolean,
): Promise<VolumeEntry> {
  if (src === "" || dest === "") throw isRoot();
  const { root, changes, meter, flushes } = context;
  const move = async (from: Location): Promise<VolumeEntry> => {
    const source = async () => {
      const stats = await lookUp(from.directory, from.name);
      if (stats === null) throw notFound();
      checkMove(src, dest, stats);
      return stats;
    };
    // Before the parent of the destination is made.
    await source();
    return inMadeParent(root, dest, context, async (directory, name) => {
      const to: Location = { directory, name };
      const aside = await changes.run(async () => {
        const replaced = await lookUp(directory, name);
        if (replaced !== null) checkReplace(src, dest, overwrite);
        if (src === dest) return null;
        if (replaced !== null) return replace(context, from, to, await source(), replaced);
        await renameTo(from, to);
        return null;
      });
      // The new name first, so that a power cut never leaves neither name.
      await flushes.names(directory);
      if (parentPath(src) !== parentPath(dest)) await flushes.names(from.directory);
      if (aside !== null) {
        meter.markStale();
        await removeAny(aside.directory, aside.name).finally(() => {
          allowSweep(aside.name);
          meter.markStale();
        });
      }
      const stats = await lookUp(directory, name);
      const entry = stats === null ? null : toEntry(dest, stats);
      if (entry === null) throw notFound();
      return entry;
    });
  };
  return inParent(root, src, (directory, name) => move({ directory, name }));
}
