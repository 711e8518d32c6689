import type { CallOptions, ObjectStore } from "../ports/object-store.ts";
import type { ByteName } from "./byte-name.ts";
import type { NodeEntry } from "./node.ts";
import { readFrom } from "./read-object.ts";
import { ObjectReader } from "./read-objects.ts";
import { decodeRoot } from "./root.ts";
import { toSnapshotEntry, type SnapshotEntry } from "./snapshot-reader.ts";
import type { NodeRef } from "./tree.ts";

/** A path at which two snapshots differ; null stands for nothing. */
export interface SnapshotDifference {
  readonly path: string;
  readonly before: SnapshotEntry | null;
  readonly after: SnapshotEntry | null;
}

type Entries = ReadonlyMap<ByteName, NodeEntry>;

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
  one: NodeRef | null,
  other: NodeRef | null,
): AsyncGenerator<SnapshotDifference, void> {
  if (one?.digest === other?.digest) return;
  const found = await reader.nodes([one, other].filter((node) => node !== null));
  const before = nextOf(found, one);
  const after = nextOf(found, other);
  for (const name of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [old, now] = [before.get(name), after.get(name)];
    const difference = {
      before: old === undefined ? null : toSnapshotEntry(path, name, old),
      after: now === undefined ? null : toSnapshotEntry(path, name, now),
    };
    const at = (difference.before ?? difference.after)?.path ?? "";
    if (!isSame(difference.before, difference.after)) yield { path: at, ...difference };
    const nodeOf = (entry: NodeEntry | undefined) => (entry?.type === "dir" ? entry.node : null);
    yield* between(reader, at, nodeOf(old), nodeOf(now));
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
  options: CallOptions = {},
): AsyncGenerator<SnapshotDifference, void> {
  const reader = new ObjectReader(readFrom(objects, options));
  yield* between(reader, "", decodeRoot(before), decodeRoot(after));
}
