import { lchown, lstat, symlink } from "node:fs/promises";
import type { BigIntStats } from "node:fs";
import type { VolumeContext } from "../context.ts";
import { lookUp, renameAt, type HeldDirectory } from "../directories/held-directory.ts";
import type { Name } from "../directories/names.ts";
import { newTemporaryName, whileInUse } from "../entries/temporary-names.ts";
import { Allowance } from "../quota/allowance.ts";
import { diskBytes, freedBy, inBlocks, NOTHING } from "../quota/use.ts";
import { hideAndRemove, removeAny } from "../removing/sweep.ts";
import { BodyFailure } from "../writing/body.ts";
import { fillFile } from "../writing/fill-file.ts";
import { StagedFile } from "../writing/staged-file.ts";

const creditOf = (stats: BigIntStats | null) =>
  stats === null || stats.isDirectory() ? NOTHING : freedBy(stats);

/** Replaces whatever is at a name: a directory disappears before. No other change of this process runs in between. */
function put(
  { changes, meter }: VolumeContext,
  directory: HeldDirectory,
  name: Name,
  allowance: Allowance,
  replace: () => Promise<void>,
): Promise<void> {
  return changes.run(async () => {
    const there = await lookUp(directory, name);
    const freed = creditOf(there);
    allowance.check(freed);
    if (there?.isDirectory() === true) {
      await hideAndRemove(directory, name);
      meter.markStale();
    }
    await replace();
    allowance.spend(freed);
  });
}

/** Writes a file beside its name, and renames it when it is complete. Throws the error of the body. */
export async function restoreFile(
  context: VolumeContext,
  directory: HeldDirectory,
  name: Name,
  { mode, body }: { readonly mode: number; readonly body: Uint8Array | ReadableStream<Uint8Array> },
): Promise<void> {
  const { meter, quota, owner, flushes } = context;
  const allowance = new Allowance(meter, quota, creditOf(await lookUp(directory, name)));
  try {
    await allowance.takeInode();
    const staged = await StagedFile.stage(directory, mode);
    try {
      const take = inBlocks((bytes) => allowance.take(bytes));
      await fillFile(staged.handle, body, take);
      await staged.settle(null, owner);
      await staged.finish(flushes.durable);
      await put(context, directory, name, allowance, () => staged.replace(name));
    } finally {
      await staged.end();
    }
  } catch (error) {
    throw error instanceof BodyFailure ? error.reason : error;
  } finally {
    allowance.release();
  }
}

/** Makes a symbolic link beside its name, and renames it. Nothing follows it. */
export async function restoreLink(
  context: VolumeContext,
  directory: HeldDirectory,
  name: Name,
  target: Uint8Array,
): Promise<void> {
  const { meter, quota, owner } = context;
  const allowance = new Allowance(meter, quota, creditOf(await lookUp(directory, name)));
  const hidden = newTemporaryName();
  await whileInUse(hidden, async () => {
    try {
      await allowance.takeInode();
      await directory.at(hidden, (at) => symlink(Buffer.from(target), at));
      await allowance.take(diskBytes(await directory.at(hidden, (at) => lstat(at, { bigint: true }))));
      if (owner !== null) await directory.at(hidden, (at) => lchown(at, owner.uid, owner.gid));
      await put(context, directory, name, allowance, () => renameAt(directory, hidden, directory, name));
    } catch (error) {
      await removeAny(directory, hidden);
      throw error;
    } finally {
      allowance.release();
    }
  });
}
