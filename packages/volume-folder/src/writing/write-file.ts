import type { BigIntStats } from "node:fs";
import { DomainError } from "@workspace-agent/core";
import type { VolumeEntry, WriteOptions } from "@workspace-agent/core/ports";
import type { VolumeContext } from "../context.ts";
import { lookUp, type HeldDirectory } from "../directories/held-directory.ts";
import { inMadeParent, inParent } from "../directories/with-directory.ts";
import { etagOf, toEntry } from "../entries/entry.ts";
import { directoryInTheWay, isLink, isRoot, isSpecial, otherFile } from "../failures.ts";
import { Allowance } from "../quota/allowance.ts";
import { freedBy, inBlocks, NOTHING } from "../quota/use.ts";
import { hasCode } from "../has-code.ts";
import { fillFile } from "./fill-file.ts";
import { StagedFile } from "./staged-file.ts";

const DEFAULT_MODE = 0o644;

export interface WriteResult {
  readonly entry: VolumeEntry;
  readonly created: boolean;
}

/** Returns a function that reserves space before each chunk, and throws where the file or the volume becomes too large. */
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

/** The file that a write to this name replaces, or null. */
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

/** Checks the conditions and renames the file. No other change of this process runs in between. */
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
    await (options.ifMatch === null ? staged.create(name) : staged.replace(name));
  } catch (error) {
    if (hasCode(error, "EEXIST")) throw otherFile();
    if (hasCode(error, "EISDIR", "ENOTEMPTY")) throw directoryInTheWay();
    throw error;
  }
  allowance.spend(freed);
  return { stats: await staged.handle.stat({ bigint: true }), created: replaced === null };
}

/** Writes a temporary file and renames it. Holds the directory open, so that the check and the rename happen in the same one. */
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
      const at = { directory, name };
      const { stats, created } = await changes.run(() => commit(context, at, staged, allowance, options));
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
