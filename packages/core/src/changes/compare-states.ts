import type { FileChange } from "../ports/volume-baselines.ts";
import { selfAndParents, type RememberedFile, type RememberedFiles } from "./remembered.ts";

function isSame(before: RememberedFile, after: RememberedFile): boolean {
  if (before.type !== after.type || before.executable !== after.executable || before.size !== after.size)
    return false;
  if (before.id !== null && after.id !== null) return before.id === after.id;
  return before.stamp === after.stamp;
}

function isHidden(hidden: ReadonlySet<string>, path: string): boolean {
  if (hidden.size === 0) return false;
  for (const each of selfAndParents(path)) if (hidden.has(each)) return true;
  return false;
}

const sideOf = ({ type, executable, size, id }: RememberedFile) => ({ type, executable, size, id });

/** The differences, sorted by path. Files that the baseline left out are not compared. */
export function compareStates(
  before: RememberedFiles,
  after: ReadonlyMap<string, RememberedFile>,
): FileChange[] {
  const changes: FileChange[] = [];
  for (const [path, file] of before.files) {
    const now = after.get(path);
    if (now !== undefined && isSame(file, now)) continue;
    changes.push({ path, before: sideOf(file), after: now === undefined ? null : sideOf(now) });
  }
  for (const [path, file] of after) {
    if (before.files.has(path)) continue;
    if (isHidden(before.hidden, path)) continue;
    changes.push({ path, before: null, after: sideOf(file) });
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}
