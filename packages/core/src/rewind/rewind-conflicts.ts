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

export interface RewindFacts {
  readonly sessionId: string;
  /** The files to return to. */
  readonly target: string;
  /** The files as they are. */
  readonly now: string;
  /** What sessions did in the workspace since, oldest first. */
  readonly since: readonly SnapshotRecord[];
}

/**
 * The files that a rewind would change and that others have changed: while the session did not write, or in a turn of another session.
 * Where two turns ran at the same time, nobody can say whose a change is, so it counts as one of others.
 */
export async function conflictsOf(
  objects: ObjectStore,
  { sessionId, target, now, since }: RewindFacts,
): Promise<PathCollector> {
  const changing = await pathsBetween(objects, target, now);
  const others = new Set<string>();
  const add = async (before: string, after: string) => {
    for (const path of await pathsBetween(objects, before, after)) others.add(path);
  };
  // Null where the end of the session's writing is not known: what follows counts as its own.
  let last: string | null = target;
  for (const { session_id, root, end_root } of since) {
    if (session_id !== sessionId) {
      if (end_root !== null) await add(root, end_root);
      continue;
    }
    if (last !== null) await add(last, root);
    last = end_root;
  }
  if (last !== null) await add(last, now);
  const conflicts = new PathCollector();
  for (const path of [...changing].sort()) if (others.has(path)) conflicts.add(path);
  return conflicts;
}
