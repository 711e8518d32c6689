import type { SnapshotRecord } from "../domain/snapshots/snapshot.ts";
import { MAX_BINARY_BYTES } from "../changes/read-changes.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import type { Comparison, FileChange, FileSide } from "../ports/volume-baselines.ts";
import { diffSnapshots } from "../snapshots/diff-snapshots.ts";
import { SnapshotReader, type SnapshotEntry } from "../snapshots/snapshot-reader.ts";

const OWNER_MAY_RUN = 0o100;
const REPLACEMENT = "\ufffd";
const INSIDE_GIT = /(?:^|\/)\.git(?:\/|$)/;

/** A file or link as a patch shows it; null for a directory. */
function sideOf(entry: SnapshotEntry | null): FileSide | null {
  if (entry === null || entry.type === "dir") return null;
  const executable = entry.type === "file" && (entry.mode & OWNER_MAY_RUN) !== 0;
  return { type: entry.type, executable, size: entry.size, id: null };
}

/** Where two snapshots differ in what `changes` shows: files and links with names in UTF-8, outside of `.git`. */
async function changesBetween(objects: ObjectStore, before: string, after: string): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for await (const { path, before: old, after: now } of diffSnapshots(objects, before, after)) {
    const sides = { path, before: sideOf(old), after: sideOf(now) };
    if (sides.before === null && sides.after === null) continue;
    if (INSIDE_GIT.test(path) || path.includes(REPLACEMENT)) continue;
    changes.push(sides);
  }
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function contentOf(reader: SnapshotReader, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const entry = await reader.stat(path);
  if (entry?.type === "symlink") return new Uint8Array(await reader.readLink(path));
  const { body } = await reader.read(path);
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** What changed from one snapshot to another. */
export async function compareSnapshots(
  objects: ObjectStore,
  before: Pick<SnapshotRecord, "root">,
  after: Pick<SnapshotRecord, "root">,
): Promise<Comparison> {
  const changes = await changesBetween(objects, before.root, after.root);
  const sizes = new Map(changes.map((change) => [change.path, change]));
  const [old, now] = [new SnapshotReader(objects, before.root), new SnapshotReader(objects, after.root)];
  return {
    changes,
    writers: [],
    before: async (path) => {
      const isTooLarge = (sizes.get(path)?.before?.size ?? 0) > MAX_BINARY_BYTES;
      return isTooLarge ? null : contentOf(old, path);
    },
    after: async (path, maxBytes) => {
      const side = sizes.get(path)?.after ?? null;
      if (side === null) return "absent";
      return side.size > maxBytes ? "too_large" : contentOf(now, path);
    },
  };
}
