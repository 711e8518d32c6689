import type { BigIntStats } from "node:fs";
import { DomainError } from "@workspace-agent/core";
import type { VolumeEntry, WriteOptions } from "@workspace-agent/core/ports";
import type { VolumeContext } from "../context.ts";
import { lookUp, type HeldDirectory } from "../directories/held-directory.ts";
import { inMadeParent, inParent } from "../directories/with-directory.ts";
import { etagOf, freedBy, toEntry } from "../entries/entry.ts";
import { directoryInTheWay, isLink, isRoot, isSpecial, otherFile } from "../failures.ts";
import { Allowance } from "../quota/allowance.ts";
import { inBlocks, NOTHING } from "../quota/use.ts";
import { hasCode } from "../system-errors.ts";
import { fillFile } from "./fill-file.ts";
import { StagedFile } from "./staged-file.ts";

const DEFAULT_MODE = 0o644;

export interface WriteResult {
  readonly entry: VolumeEntry;
  readonly created: boolean;
}

/** Asked before each chunk: whether the file and the volume may become so much larger. */
function admission(
  allowance: Allowance,
  { maxBytes = Infinity }: WriteOptions,
): (bytes: number) => Promise<void> {
  let size = 0;
  const take = inBlocks((bytes) => allowance.take(bytes));
  return (bytes) => {
    size += bytes;
    if (size <= maxBytes) return take(bytes);
    throw new DomainError("payload_too_large", `The file may have at most ${maxBytes} bytes.`);
  };
}

/** What a write to this name replaces: a file, or null. */
async function findReplaced(
  directory: HeldDirectory,
  name: string,
  { ifMatch }: WriteOptions,
): Promise<BigIntStats | null> {
  const stats = await lookUp(directory, name);
  if (ifMatch !== undefined && ifMatch !== (stats === null ? null : etagOf(stats))) throw otherFile();
  if (stats === null || stats.isFile()) return stats;
  if (stats.isDirectory()) throw directoryInTheWay();
  throw stats.isSymbolicLink() ? isLink() : isSpecial();
}

/** The moment in which the file changes: nothing of this process comes between the check and the rename. */
async function commit(
  { owner }: VolumeContext,
  { directory, name }: { readonly directory: HeldDirectory; readonly name: string },
  staged: StagedFile,
  allowance: Allowance,
  options: WriteOptions,
): Promise<{ readonly stats: BigIntStats; readonly created: boolean }> {
  const replaced = await findReplaced(directory, name, options);
  const freed = replaced === null ? NOTHING : freedBy(replaced);
  allowance.check(freed);
  await staged.settle(replaced, owner);
  try {
    await (options.ifMatch === null ? staged.place(name) : staged.replace(name));
  } catch (error) {
    if (hasCode(error, "EEXIST")) throw otherFile();
    if (hasCode(error, "EISDIR", "ENOTEMPTY")) throw directoryInTheWay();
    throw error;
  }
  allowance.spend(freed);
  return { stats: await staged.handle.stat({ bigint: true }), created: replaced === null };
}

/**
 * Writes a file beside its place and renames it there. The folder is held open from the first check to the
 * rename, so both happen in the same one.
 */
export async function writeFile(
  context: VolumeContext,
  path: string,
  body: Uint8Array | ReadableStream<Uint8Array>,
  options: WriteOptions,
): Promise<WriteResult> {
  if (path === "") throw isRoot();
  const { root, meter, quota, owner, flushes, changes } = context;
  const write = async (directory: HeldDirectory, name: string): Promise<WriteResult> => {
    const replaced = await findReplaced(directory, name, options);
    const allowance = new Allowance(meter, quota, replaced === null ? NOTHING : freedBy(replaced));
    await allowance.takeInode();
    const staged = await StagedFile.stage(directory, options.mode ?? DEFAULT_MODE).catch((error: unknown) => {
      allowance.release();
      throw error;
    });
    try {
      await fillFile(staged.handle, body, admission(allowance, options));
      await staged.settle(replaced, owner);
      await staged.finish(flushes.durable);
      const place = { directory, name };
      const { stats, created } = await changes.run(() => commit(context, place, staged, allowance, options));
      await flushes.names(directory);
      const entry = toEntry(path, stats);
      if (entry === null) throw isSpecial();
      return { entry, created };
    } finally {
      allowance.release();
      await staged.end();
    }
  };
  if (typeof options.ifMatch !== "string") return inMadeParent(root, path, context, write);
  const absent = () => {
    throw otherFile();
  };
  return inParent(root, path, write, absent, flushes);
}
