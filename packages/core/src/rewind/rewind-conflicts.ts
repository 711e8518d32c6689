import type { SnapshotRecord } from "../domain/snapshots/snapshot.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import { diffSnapshots } from "../snapshots/diff-snapshots.ts";
import { PathCollector } from "../snapshots/path-sample.ts";

async function pathsBetween(objects: ObjectStore, before: string, after: string): Promise<Set<string>> {
  const paths = new Set<string>();
  if (before !== after)
    for await (const difference of diffSnapshots(objects, before, after)) {
      // A directory alone is nobody's work.
      const isFile = (difference.after ?? difference.before)?.type !== "dir";
      if (isFile) paths.add(difference.path);
    }
  return paths;
}

interface ConflictFacts {
  readonly sessionId: string;
  /** The files to return to. */
  readonly target: string;
  /** The files as they are. */
  readonly now: string;
  /** What sessions did in the workspace since, oldest first. */
  readonly since: readonly SnapshotRecord[];
  /** What other sessions were doing when these files were stored. */
  readonly under: readonly SnapshotRecord[];
}

/**
 * The files that a rewind would change and that others have changed: while the session did not write, or in a turn of another session.
 * Where two turns ran at the same time, nobody can say whose a change is, so it counts as one of others.
 */
export async function conflictsOf(
  objects: ObjectStore,
  { sessionId, target, now, since, under }: ConflictFacts,
): Promise<PathCollector> {
  const changing = await pathsBetween(objects, target, now);
  const others = new Set<string>();
  const add = async (before: string, after: string) => {
    for (const path of await pathsBetween(objects, before, after)) others.add(path);
  };
  for (const { end_root } of under) await add(target, end_root ?? now);
  // Null where the end of the session's writing is not known: what follows counts as its own.
  let last: string | null = target;
  for (const { session_id, root, end_root } of since) {
    if (session_id !== sessionId) {
      await add(root, end_root ?? now);
      continue;
    }
    if (last !== null) await add(last, root);
    last = end_root;
  }
  if (last !== null) await add(last, now);
  return bothIn(changing, others);
}

function bothIn(one: ReadonlySet<string>, other: ReadonlySet<string>): PathCollector {
  const both = new PathCollector();
  for (const path of [...one].sort()) if (other.has(path)) both.add(path);
  return both;
}

/** The files that a rewind would change and that are as in none of the trees between which an unfinished rewind left them. */
export async function strayChanges(
  objects: ObjectStore,
  target: string,
  now: string,
  trees: readonly string[],
): Promise<PathCollector> {
  let stray = await pathsBetween(objects, target, now);
  for (const tree of trees) {
    const changed = await pathsBetween(objects, tree, now);
    stray = new Set([...stray].filter((path) => changed.has(path)));
  }
  return bothIn(stray, stray);
}
