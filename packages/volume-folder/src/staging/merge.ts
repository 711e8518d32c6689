import type { BigIntStats } from "node:fs";
import { DomainError } from "@workspace-agent/core";
import { pathSegments, type VolumeUse } from "@workspace-agent/core/ports";
import type { VolumeContext } from "../context.ts";
import { existing, makeDirectories, openDirectory, type VolumeRoot } from "../directories/descend.ts";
import { DirectoryCursor } from "../directories/directory-cursor.ts";
import { lookUp, renameAt, type HeldDirectory } from "../directories/held-directory.ts";
import type { Name } from "../directories/names.ts";
import { isLink, isSpecial } from "../failures.ts";
import { freedBy, NOTHING, ONE_INODE } from "../quota/use.ts";
import { hasCode } from "../has-code.ts";

/** A directory that both sides have, by its names below the root, and the entries to rename in it. */
interface Shared {
  readonly names: readonly Name[];
  readonly renames: readonly Name[];
}

/** The directories below `target` that existed before and were merged into. */
interface Merged {
  readonly target: VolumeRoot;
  readonly changed: readonly (readonly Name[])[];
}

function inTheWay(names: readonly Name[]): DomainError {
  const path = JSON.stringify(names.map(String).join("/").toWellFormed());
  return new DomainError("already_exists", `Something else is in the way at ${path}.`);
}

const isPlain = (stats: BigIntStats) => stats.isFile() || stats.isDirectory() || stats.isSymbolicLink();

/** Whether to rename a staged entry, or to merge two directories. */
function judge(staged: BigIntStats, there: BigIntStats | null, names: readonly Name[]): "rename" | "enter" {
  if (!isPlain(staged)) throw isSpecial();
  if (there === null) return "rename";
  if (!isPlain(there)) throw isSpecial();
  if (there.isSymbolicLink() && !staged.isSymbolicLink()) throw isLink();
  if (staged.isDirectory() !== there.isDirectory()) throw inTheWay(names);
  return staged.isDirectory() ? "enter" : "rename";
}

/** The staging area and the volume. */
interface Sides {
  readonly from: DirectoryCursor;
  readonly to: DirectoryCursor;
}

/** Opens the same directory on both sides, until the next call. */
async function openBoth(sides: Sides, names: readonly Name[]) {
  return { from: existing(await sides.from.to(names)), to: existing(await sides.to.to(names)) };
}

/** Compares both sides, directory by directory. Throws where they cannot be merged. */
async function plan(sides: Sides): Promise<readonly Shared[]> {
  const shared: Shared[] = [];
  const waiting: (readonly Name[])[] = [[]];
  for (let names = waiting.pop(); names !== undefined; names = waiting.pop()) {
    const renames: Name[] = [];
    const { from, to } = await openBoth(sides, names);
    for (const { name } of await from.list()) {
      const staged = await lookUp(from, name);
      if (staged === null) continue;
      const below = [...names, name];
      if (judge(staged, await lookUp(to, name), below) === "enter") waiting.push(below);
      else renames.push(name);
    }
    shared.push({ names, renames });
  }
  return shared;
}

/** Renames one entry. Returns the space of the file that it replaced. */
async function renameOver(from: HeldDirectory, to: HeldDirectory, name: Name): Promise<VolumeUse> {
  const replaced = await lookUp(to, name);
  try {
    await renameAt(from, name, to, name);
  } catch (error) {
    if (hasCode(error, "EISDIR", "ENOTDIR", "ENOTEMPTY", "EEXIST")) throw inTheWay([name]);
    throw error;
  }
  return replaced === null ? NOTHING : freedBy(replaced);
}

/**
 * Moves everything in a staging area into a directory of the volume by renames, and merges directories that both have. Checks
 * everything before it moves anything. Calls `onFreed` for each replaced file, and for each directory that both have.
 */
export async function mergeArea(
  context: VolumeContext,
  area: VolumeRoot,
  dest: string,
  onFreed: (use: VolumeUse) => void,
): Promise<Merged> {
  const { root, flushes } = context;
  const target: VolumeRoot = { ...root, prefix: [...root.prefix, ...pathSegments(dest)] };
  const opened = await openDirectory(target, [], flushes);
  await using into =
    typeof opened === "string"
      ? (await makeDirectories(root, pathSegments(dest), context)).directory
      : opened;
  await using staged = existing(await openDirectory(area, []));
  await using from = new DirectoryCursor(staged);
  await using to = new DirectoryCursor(into);
  const sides = { from, to };
  const shared = await plan(sides);
  for (const { names, renames } of shared) {
    const both = await openBoth(sides, names);
    if (names.length > 0) onFreed(ONE_INODE);
    for (const name of renames) onFreed(await renameOver(both.from, both.to, name));
  }
  return { target, changed: shared.map(({ names }) => names) };
}
