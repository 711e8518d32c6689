import { IGNORE_FILE, IgnoreRules } from "@workspace-agent/archives/ignore-rules";
import { blobId } from "../../changes/blob-id.ts";
import { compareStates } from "../../changes/compare-states.ts";
import { textOf } from "../../changes/file-text.ts";
import { MAX_BASELINE_FILES } from "../../changes/limits.ts";
import { KnownPaths, type RememberedFile, type RememberedFiles } from "../../changes/remembered.ts";
import { joinPath } from "../../domain/files/path.ts";
import { DomainError } from "../../domain/errors/domain-error.ts";
import {
  REMOVED_WRITER,
  type Comparison,
  type FileChange,
  type FileSide,
  type VolumeBaselines,
} from "../../ports/volume-baselines.ts";
import { findNode, toEntry, type DirectoryNode, type FileNode } from "./tree.ts";

interface MemoryFile extends RememberedFile {
  readonly node: FileNode;
}

interface Baseline extends RememberedFiles<MemoryFile> {
  /** The number of the last write that was noted before. */
  readonly begun: number;
}

interface End extends RememberedFiles<MemoryFile> {
  readonly writers: readonly string[];
}

const tooMany = () =>
  new DomainError(
    "not_allowed",
    `The workspace has more than ${MAX_BASELINE_FILES} files: its changes are not told.`,
  );

/** Baselines of a tree whose files never change: a new content is a new file. */
export class MemoryBaselines implements VolumeBaselines {
  private readonly kept = new Map<string, Baseline>();
  private readonly ends = new Map<string, End>();
  private readonly writes = new Map<string, number>();
  private lastWrite = 0;

  constructor(private readonly root: DirectoryNode) {}

  async record(name: string): Promise<void> {
    if (!this.kept.has(name)) this.kept.set(name, { begun: this.lastWrite, ...this.look(null) });
  }

  async noteWrite(name: string): Promise<void> {
    this.ends.delete(name);
    if (this.kept.has(name)) this.writes.set(name, ++this.lastWrite);
  }

  async end(name: string): Promise<void> {
    const baseline = this.kept.get(name);
    if (baseline === undefined || this.ends.has(name)) return;
    this.ends.set(name, { ...this.look(baseline), writers: this.writersSince(baseline) });
  }

  async remove(name: string): Promise<void> {
    const write = this.writes.get(name);
    this.kept.delete(name);
    this.ends.delete(name);
    this.writes.delete(name);
    if (write === undefined) return;
    this.writes.set(REMOVED_WRITER, Math.max(write, this.writes.get(REMOVED_WRITER) ?? 0));
  }

  async compare(name: string): Promise<Comparison | null> {
    const baseline = this.kept.get(name);
    if (baseline === undefined) return null;
    const end = this.ends.get(name);
    const now = end ?? this.look(baseline);
    if (Math.max(baseline.files.size, now.files.size) > MAX_BASELINE_FILES) throw tooMany();
    const changes = await Promise.all(
      compareStates(baseline, now.files).map(({ path }) =>
        changeOf(path, baseline.files.get(path), now.files.get(path)),
      ),
    );
    return {
      changes: changes.filter(isChange),
      writers: end?.writers ?? this.writersSince(baseline),
      before: async (path) => {
        const bytes = baseline.files.get(path)?.node.bytes;
        return bytes === undefined || textOf(bytes) === null ? null : new Uint8Array(bytes);
      },
      after: async (path, maxBytes) => {
        const node = end === undefined ? findNode(this.root, path) : end.files.get(path)?.node;
        if (node?.type !== "file") return "absent";
        return node.bytes.length > maxBytes ? "too_large" : new Uint8Array(node.bytes);
      },
    };
  }

  private writersSince({ begun }: Baseline): readonly string[] {
    return [...this.writes].filter(([, write]) => write > begun).map(([writer]) => writer);
  }

  private look(baseline: Baseline | null): RememberedFiles<MemoryFile> {
    const found = { files: new Map<string, MemoryFile>(), hidden: new Set<string>() };
    lookInto(this.root, "", IgnoreRules.none, new KnownPaths(baseline), found);
    return found;
  }
}

interface Found {
  readonly files: Map<string, MemoryFile>;
  readonly hidden: Set<string>;
}

function lookInto(
  directory: DirectoryNode,
  path: string,
  above: IgnoreRules,
  known: KnownPaths,
  found: Found,
): void {
  const own = directory.children.get(IGNORE_FILE);
  const text = own?.type === "file" ? textOf(own.bytes) : null;
  const rules = text === null ? above : above.with(path, text);
  for (const [name, node] of directory.children) {
    const child = joinPath(path, name);
    const isIgnored = rules.ignores(child, node.type === "dir");
    if (node.type === "file") {
      if (!isIgnored || known.hasFile(child)) found.files.set(child, remembered(child, node));
      else found.hidden.add(child);
    } else if (!isIgnored) lookInto(node, child, rules, known, found);
    else if (known.hasFilesBelow(child)) lookInto(node, child, IgnoreRules.everything, known, found);
    else found.hidden.add(child);
  }
}

function remembered(path: string, node: FileNode): MemoryFile {
  const { size, executable } = toEntry(path, node);
  return { type: "file", executable, size, id: null, stamp: String(node.version), node };
}

async function sideOf(file: MemoryFile | undefined): Promise<FileSide | null> {
  if (file === undefined) return null;
  const { type, executable, size, node } = file;
  return { type, executable, size, id: await blobId(node.bytes) };
}

async function changeOf(path: string, before?: MemoryFile, after?: MemoryFile): Promise<FileChange> {
  return { path, before: await sideOf(before), after: await sideOf(after) };
}

/** A file that was written again with what it held is another version, and no change. */
function isChange({ before, after }: FileChange): boolean {
  return before?.id !== after?.id || before?.executable !== after?.executable;
}
