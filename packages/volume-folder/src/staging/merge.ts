import { rename } from "node:fs/promises";
import type { BigIntStats } from "node:fs";
import { DomainError } from "@workspace-agent/core";
import { pathSegments } from "@workspace-agent/core/internal";
import type { VolumeUse } from "@workspace-agent/core/ports";
import type { VolumeContext } from "../context.ts";
import { makeDirectories, openDirectory, type VolumeRoot } from "../directories/descend.ts";
import { lookUp, type HeldDirectory } from "../directories/held-directory.ts";
import type { Name } from "../directories/names.ts";
import { freedBy } from "../entries/entry.ts";
import { NOTHING, ONE_INODE } from "../quota/use.ts";
import { isLink, isSpecial } from "../failures.ts";
import { hasCode } from "../system-errors.ts";
import { BothSides } from "./both-sides.ts";

/** A directory that both sides have, by its names from where the merge begins, and what is renamed in it. */
interface Meeting {
  readonly names: readonly Name[];
  readonly renames: readonly Name[];
}

/** The directories, below one, that were there before and have been merged into. */
export interface Merged {
  readonly target: VolumeRoot;
  readonly changed: readonly (readonly Name[])[];
}

function inTheWay(names: readonly Name[]): DomainError {
  const path = JSON.stringify(names.map(String).join("/").toWellFormed());
  return new DomainError("already_exists", `Something else is in the way at ${path}.`);
}

const isPlain = (stats: BigIntStats) => stats.isFile() || stats.isDirectory() || stats.isSymbolicLink();

/** What to do with a staged entry: rename it over, or go into both directories. */
function judge(staged: BigIntStats, there: BigIntStats | null, names: readonly Name[]): "rename" | "enter" {
  if (!isPlain(staged)) throw isSpecial();
  if (there === null) return "rename";
  if (!isPlain(there)) throw isSpecial();
  if (there.isSymbolicLink() && !staged.isSymbolicLink()) throw isLink();
  if (staged.isDirectory() !== there.isDirectory()) throw inTheWay(names);
  return staged.isDirectory() ? "enter" : "rename";
}

/** Compares both sides, directory by directory. Throws where they cannot be merged. */
async function plan(sides: BothSides): Promise<readonly Meeting[]> {
  const meetings: Meeting[] = [];
  const waiting: (readonly Name[])[] = [[]];
  for (let names = waiting.pop(); names !== undefined; names = waiting.pop()) {
    const renames: Name[] = [];
    const { from, to } = await sides.at(names);
    for (const name of await from.names()) {
      const staged = await lookUp(from, name);
      if (staged === null) continue;
      const below = [...names, name];
      if (judge(staged, await lookUp(to, name), below) === "enter") waiting.push(below);
      else renames.push(name);
    }
    meetings.push({ names, renames });
  }
  return meetings;
}

/** Renames one entry over. Gives what the file in its place took. */
async function renameOver(from: HeldDirectory, to: HeldDirectory, name: Name): Promise<VolumeUse> {
  const replaced = await lookUp(to, name);
  try {
    await from.at(name, (source) => to.at(name, (target) => rename(source, target)));
  } catch (error) {
    if (hasCode(error, "EISDIR", "ENOTDIR", "ENOTEMPTY", "EEXIST")) throw inTheWay([name]);
    throw error;
  }
  return replaced === null ? NOTHING : freedBy(replaced);
}

/**
 * Puts all of a staging area into a directory of the volume by renames; what both have is merged. Everything is looked at before
 * anything is moved. `onFreed` receives what each file that was replaced took, and each directory that both have.
 */
export async function mergeArea(
  context: VolumeContext,
  area: VolumeRoot,
  dest: string,
  onFreed: (use: VolumeUse) => void,
): Promise<Merged> {
  const { root, flushes } = context;
  const target: VolumeRoot = { ...root, prefix: [...root.prefix, ...pathSegments(dest)] };
  const there = await openDirectory(target, [], flushes);
  const begin =
    typeof there === "string" ? (await makeDirectories(root, pathSegments(dest), context)).directory : there;
  await begin.close();
  const sides = new BothSides(area, target);
  try {
    const meetings = await plan(sides);
    for (const { names, renames } of meetings) {
      const { from, to } = await sides.at(names);
      if (names.length > 0) onFreed(ONE_INODE);
      for (const name of renames) onFreed(await renameOver(from, to, name));
    }
    return { target, changed: meetings.map(({ names }) => names) };
  } finally {
    await sides.close();
  }
}
