import { IGNORE_FILE } from "@workspace-agent/archives/ignore-rules";
import { joinPath } from "../../domain/files/path.ts";
import { nameOfText, type ByteName } from "../../snapshots/byte-name.ts";
import type { Coverage } from "../../snapshots/coverage.ts";
import { incomplete } from "../../snapshots/failures.ts";
import { textOf } from "../../snapshots/file-text.ts";
import { CHUNK_BYTES, MOST_LEVELS, PACKED_FILE_BYTES } from "../../snapshots/limits.ts";
import { PathCollector } from "../../snapshots/path-sample.ts";
import { covers, directoriesAt } from "../../snapshots/plan-restore.ts";
import type { ObjectReader } from "../../snapshots/read-objects.ts";
import type { SnapshotWriter } from "../../snapshots/snapshot-writer.ts";
import type { Content, TreeDirectory, TreeEntry, TreeFile } from "../../snapshots/tree.ts";
import { sha256OfFewBytes } from "../../runtime/hash.ts";
import type { DirectoryNode, FileNode } from "./tree.ts";

const DIRECTORY_MODE = 0o755;

export interface MemoryLookOptions {
  readonly coverage: Coverage;
  /** What these have is covered, even if it is ignored. */
  readonly covered: readonly TreeDirectory[];
  /** Null: contents are only hashed. */
  readonly store: Pick<SnapshotWriter, "packed" | "chunk"> | null;
}

export interface MemoryLook {
  readonly tree: TreeDirectory;
  readonly ignored: PathCollector;
  /** The directories in which something was left out. */
  readonly leftOutIn: ReadonlySet<TreeDirectory>;
}

const hashOnly: NonNullable<MemoryLookOptions["store"]> = {
  packed: async (bytes) =>
    bytes.length === 0 ? { chunks: [] } : { sha256: sha256OfFewBytes(bytes), range: null },
  chunk: async (bytes) => sha256OfFewBytes(bytes),
};

/** The files of a tree in memory, as a snapshot covers them. */
export async function lookAtMemory(root: DirectoryNode, options: MemoryLookOptions): Promise<MemoryLook> {
  const ignored = new PathCollector();
  const leftOutIn = new Set<TreeDirectory>();
  const store = options.store ?? hashOnly;

  async function look(
    directory: DirectoryNode,
    path: string,
    above: Coverage,
    covered: readonly (TreeDirectory | undefined)[],
    level: number,
  ): Promise<TreeDirectory> {
    if (level > MOST_LEVELS) throw incomplete(path, `it is below ${MOST_LEVELS} directories.`);
    const own = directory.children.get(IGNORE_FILE);
    const text = above.hasRules && own?.type === "file" ? textOf(own.bytes) : null;
    const coverage = text === null ? above : above.with(path, text);
    const entries = new Map<ByteName, TreeEntry>();
    let leavesOut = false;
    const children = [...directory.children].map(([name, node]) => [nameOfText(name), name, node] as const);
    for (const [bytes, name, node] of children.sort(([a], [b]) => (a < b ? -1 : 1))) {
      const child = joinPath(path, name);
      if (!covers(covered, bytes) && coverage.leavesOut(child, name, node.type === "dir")) {
        ignored.add(child);
        leavesOut = true;
      } else if (node.type === "file") entries.set(bytes, await fileOf(node, store));
      else {
        const below = directoriesAt(covered, bytes);
        entries.set(bytes, await look(node, child, coverage.below(child, name), below, level + 1));
      }
    }
    const tree: TreeDirectory = { type: "dir", mode: DIRECTORY_MODE, entries, node: null };
    if (leavesOut) leftOutIn.add(tree);
    return tree;
  }

  return { tree: await look(root, "", options.coverage, options.covered, 0), ignored, leftOutIn };
}

async function fileOf(
  { bytes, mode }: FileNode,
  store: NonNullable<MemoryLookOptions["store"]>,
): Promise<TreeFile> {
  const file = { type: "file", mode: mode & 0o777, size: bytes.length, stamp: null } as const;
  if (bytes.length <= PACKED_FILE_BYTES) return { ...file, content: await store.packed(bytes) };
  const chunks: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    chunks.push(await store.chunk(new Uint8Array(bytes.slice(at, at + CHUNK_BYTES))));
  return { ...file, content: { chunks } };
}

/** All bytes of a stored content. */
export async function bytesOfContent(reader: ObjectReader, content: Content): Promise<Uint8Array> {
  if (!("chunks" in content)) {
    const { sha256, range } = content;
    const [bytes] = range === null ? [] : await reader.packed([{ sha256, range }]);
    return (bytes ?? new Uint8Array()).slice();
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (const chunk of content.chunks) parts.push(new Uint8Array(await reader.chunk(chunk)));
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
