import type { ObjectStore } from "../ports/object-store.ts";
import { shownName, type ByteName } from "./byte-name.ts";
import { Coverage, coverageIn } from "./coverage.ts";
import type { NodeEntry } from "./node.ts";
import { readFrom } from "./read-object.ts";
import { ObjectReader } from "./read-objects.ts";
import { decodeRoot } from "./root.ts";
import { toSnapshotEntry, type SnapshotEntry } from "./snapshot-reader.ts";
import { textOfFile } from "./text-of-file.ts";
import type { NodeRef, TreeFile } from "./tree.ts";

/** A path at which two snapshots differ; null stands for nothing. */
export interface SnapshotDifference {
  readonly path: string;
  readonly before: SnapshotEntry | null;
  readonly after: SnapshotEntry | null;
}

export interface DiffOptions {
  /**
   * Leave out what the rules of the first snapshot ignore, and of what it does not have, what those of the second ignore. Default: nothing
   * is left out.
   */
  readonly unignored?: boolean;
}

type Entries = ReadonlyMap<ByteName, NodeEntry>;

/** A directory of one of the snapshots, and what its rules cover. */
interface Side {
  readonly node: NodeRef | null;
  readonly coverage: Coverage;
}

/** The entries of the next node; none where there is no directory. */
const nextOf = (found: Entries[], node: NodeRef | null): Entries =>
  (node === null ? undefined : found.shift()) ?? new Map();

/** Whether two entries are equal, apart from what directories have. */
function isSame(a: SnapshotEntry | null, b: SnapshotEntry | null): boolean {
  if (a?.type !== b?.type || a?.mode !== b?.mode) return false;
  return a?.type === "dir" || a?.content === b?.content;
}

async function* between(
  reader: ObjectReader,
  path: string,
  one: Side,
  other: Side,
): AsyncGenerator<SnapshotDifference, void> {
  if (one.node?.digest === other.node?.digest) return;
  const found = await reader.nodes([one.node, other.node].filter((node) => node !== null));
  const before = nextOf(found, one.node);
  const after = nextOf(found, other.node);
  const textOf = (file: TreeFile) => textOfFile(reader, file);
  const then = await coverageIn(path, before, one.coverage, textOf);
  const since = await coverageIn(path, after, other.coverage, textOf);
  for (const name of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [old, now] = [before.get(name), after.get(name)];
    const difference = {
      before: old === undefined ? null : toSnapshotEntry(path, name, old),
      after: now === undefined ? null : toSnapshotEntry(path, name, now),
    };
    const at = (difference.before ?? difference.after)?.path ?? "";
    const isLeftOut = (coverage: Coverage) =>
      coverage.leavesOut(at, shownName(name), (old ?? now)?.type === "dir");
    if (isLeftOut(then) || (old === undefined && isLeftOut(since))) continue;
    if (!isSame(difference.before, difference.after)) yield { path: at, ...difference };
    const below = (entry: NodeEntry | undefined, coverage: Coverage): Side => ({
      node: entry?.type === "dir" ? entry.node : null,
      coverage: coverage.below(at, shownName(name)),
    });
    yield* between(reader, at, below(old, then), below(now, since));
  }
}

/**
 * Where two snapshots of a workspace differ, sorted by the bytes of the names, each directory before its entries. A directory differs where it was
 * added, removed or given another mode. Equal directories are not read.
 */
export async function* diffSnapshots(
  objects: ObjectStore,
  before: string,
  after: string,
  { unignored = false }: DiffOptions = {},
): AsyncGenerator<SnapshotDifference, void> {
  const reader = new ObjectReader(readFrom(objects));
  const coverage = unignored ? Coverage.unignored : Coverage.everything;
  const side = (root: string): Side => ({ node: decodeRoot(root), coverage });
  yield* between(reader, "", side(before), side(after));
}
