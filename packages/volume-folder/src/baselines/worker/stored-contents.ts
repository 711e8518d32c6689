import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { hasCode } from "../../has-code.ts";
import { isTemporaryName } from "../../entries/temporary-name.ts";
import { INDEX, PACK_SUFFIX } from "../names.ts";

/** The most bytes of contents that a workspace's baselines store together. */
export const MAX_STORED_BYTES = 268_435_456;

interface Pack {
  readonly path: string;
  readonly inode: number;
  readonly size: number;
}

/** Null where the path is gone. */
function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return null;
    throw error;
  }
}

function packsIn(folder: string): Pack[] {
  const names = (orNull(() => readdirSync(folder)) ?? []).filter((name) => name.endsWith(PACK_SUFFIX));
  return names.flatMap((name) => {
    const path = join(folder, name);
    const stats = orNull(() => statSync(path));
    return stats === null ? [] : [{ path, inode: stats.ino, size: stats.size }];
  });
}

/** Removes the contents of the oldest baselines, but not their hashes, until a workspace is within its limit. Shared contents count once. */
export function dropOldContents(dir: string, most: number = MAX_STORED_BYTES): void {
  const folders = readdirSync(dir).filter((name) => !name.startsWith("."));
  const packs = new Map(folders.map((name) => [name, packsIn(join(dir, name))]));
  const names = new Map<number, number>();
  let bytes = 0;
  for (const { inode, size } of [...packs.values()].flat()) {
    const known = names.get(inode) ?? 0;
    if (known === 0) bytes += size;
    names.set(inode, known + 1);
  }
  if (bytes <= most) return;
  const age = (name: string) => orNull(() => statSync(join(dir, name, INDEX)))?.mtimeMs ?? 0;
  const oldestFirst = folders.map((name) => ({ name, age: age(name) })).sort((a, b) => a.age - b.age);
  for (const { name } of oldestFirst.slice(0, -1)) {
    if (bytes <= most) return;
    for (const { path, inode, size } of packs.get(name) ?? []) {
      rmSync(path, { force: true });
      const left = (names.get(inode) ?? 1) - 1;
      names.set(inode, left);
      if (left === 0) bytes -= size;
    }
  }
}

/** Folders of baselines, without those that are being made or removed. */
export function baselineFolders(dir: string): readonly string[] {
  return (orNull(() => readdirSync(dir)) ?? []).filter(
    (name) => !name.startsWith(".") && !isTemporaryName(name),
  );
}
