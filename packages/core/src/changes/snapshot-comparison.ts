import type { ObjectStore } from "../ports/object-store.ts";
import { diffSnapshots, type DiffOptions, type SnapshotDifference } from "../snapshots/diff-snapshots.ts";
import { SnapshotReader, type SnapshotEntry } from "../snapshots/snapshot-reader.ts";

/** A larger content is not part of a patch. */
const MAX_CONTENT_BYTES = 8_388_608;
const OWNER_MAY_RUN = 0o100;
const REPLACEMENT = "\ufffd";
const INSIDE_GIT = /(?:^|\/)\.git(?:\/|$)/;

/** A file, or a symbolic link with its target for a content. */
export interface FileSide {
  readonly type: "file" | "symlink";
  /** A file that its owner may run. */
  readonly executable: boolean;
  /** Bytes. */
  readonly size: number;
}

/** A path at which something else is; null stands for nothing. */
export interface FileChange {
  readonly path: string;
  readonly before: FileSide | null;
  readonly after: FileSide | null;
}

/** What changed from one snapshot to another, and the contents of both sides; null where a content is over 8 MiB. */
export interface Comparison {
  /** Sorted by path (UTF-16 code units). */
  readonly changes: readonly FileChange[];
  before(change: FileChange): Promise<Uint8Array<ArrayBuffer> | null>;
  after(change: FileChange): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** A file or link as a patch shows it; null for a directory. */
function sideOf(entry: SnapshotEntry | null): FileSide | null {
  if (entry === null || entry.type === "dir") return null;
  const executable = entry.type === "file" && (entry.mode & OWNER_MAY_RUN) !== 0;
  return { type: entry.type, executable, size: entry.size };
}

/** What a patch shows: a file or link with a name in UTF-8, outside of `.git`, of which more than other permissions changed. */
function changeOf({ path, before, after }: SnapshotDifference): FileChange | null {
  const change = { path, before: sideOf(before), after: sideOf(after) };
  if (change.before === null && change.after === null) return null;
  if (INSIDE_GIT.test(path) || path.includes(REPLACEMENT)) return null;
  const isSame =
    before?.content === after?.content &&
    change.before?.type === change.after?.type &&
    change.before?.executable === change.after?.executable;
  return isSame ? null : change;
}

async function contentOf(
  reader: SnapshotReader,
  path: string,
  side: FileSide | null,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (side === null || side.size > MAX_CONTENT_BYTES) return null;
  if (side.type === "symlink") return new Uint8Array(await reader.readLink(path));
  const { body } = await reader.read(path);
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** Compares two snapshots by their roots. */
export async function compareSnapshots(
  objects: ObjectStore,
  before: string,
  after: string,
  options: DiffOptions = {},
): Promise<Comparison> {
  const changes: FileChange[] = [];
  for await (const difference of diffSnapshots(objects, before, after, options)) {
    const change = changeOf(difference);
    if (change !== null) changes.push(change);
  }
  const [old, now] = [new SnapshotReader(objects, before), new SnapshotReader(objects, after)];
  return {
    changes: changes.sort((a, b) => (a.path < b.path ? -1 : 1)),
    before: (change) => contentOf(old, change.path, change.before),
    after: (change) => contentOf(now, change.path, change.after),
  };
}
