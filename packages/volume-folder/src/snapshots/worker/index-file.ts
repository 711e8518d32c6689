import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type {
  ByteName,
  Content,
  Pack,
  PackRange,
  TreeDirectory,
  TreeEntry,
  TreeFile,
} from "@workspace-agent/core/snapshots";
import { hasCode } from "../../has-code.ts";
import type { TakeJob } from "../../threads/messages.ts";

const FORMAT = 1;
const FILE = "index.json";

/** The last snapshot that the volume took or restored, with the stamps of its files on this host. */
export interface SnapshotIndex {
  readonly root: string;
  /** When its files were looked at, milliseconds since 1970. */
  readonly begun: number;
  readonly tree: TreeDirectory;
}

type RangeRow = readonly [pack: number, offset: number, length: number];
type DirectoryRow = readonly [mode: number, digest: string, ...RangeRow, entries: readonly Row[]];
type FileRow = readonly [
  kind: 0,
  name: ByteName,
  mode: number,
  size: number,
  content: string | readonly string[],
  ...RangeRow,
  stamp: string,
  ctimeMs: number,
];
type Row =
  | FileRow
  | readonly [kind: 1, name: ByteName, target: ByteName]
  | readonly [kind: 2, name: ByteName, directory: DirectoryRow];

interface Stored {
  readonly format: number;
  readonly root: string;
  readonly begun: number;
  readonly packs: readonly string[];
  readonly tree: DirectoryRow;
}

function encode({ root, begun, tree }: SnapshotIndex): string {
  const numbers = new Map<Pack, number>();
  const range = (given: PackRange | null): RangeRow => {
    if (given === null) return [-1, 0, 0];
    const number = numbers.get(given.pack) ?? numbers.size;
    numbers.set(given.pack, number);
    return [number, given.offset, given.length];
  };
  const file = (name: ByteName, { mode, size, content, stamp }: TreeFile): FileRow => {
    const isChunked = content === null || "chunks" in content;
    const id = content === null ? [] : "chunks" in content ? content.chunks : content.sha256;
    return [
      0,
      name,
      mode,
      size,
      id,
      ...range(isChunked ? null : content.range),
      stamp?.text ?? "",
      stamp?.ctimeMs ?? 0,
    ];
  };
  const row = ([name, entry]: readonly [ByteName, TreeEntry]): Row => {
    if (entry.type === "file") return file(name, entry);
    return entry.type === "symlink" ? [1, name, entry.target] : [2, name, directory(entry)];
  };
  const directory = ({ mode, node, entries }: TreeDirectory): DirectoryRow => [
    mode,
    node?.digest ?? "",
    ...range(node?.range ?? null),
    [...entries].map(row),
  ];
  const encoded = directory(tree);
  const packs = [...numbers.keys()].map(({ id }) => id);
  return JSON.stringify({ format: FORMAT, root, begun, packs, tree: encoded } satisfies Stored);
}

function decode({ root, begun, packs, tree }: Stored): SnapshotIndex {
  const known = packs.map((id): Pack => ({ id }));
  const range = (number: number, offset: number, length: number): PackRange | null => {
    const pack = known[number];
    return pack === undefined ? null : { pack, offset, length };
  };
  const file = ([, , mode, size, id, pack, offset, length, stamp, ctimeMs]: FileRow): TreeFile => {
    const content: Content =
      typeof id === "string" ? { sha256: id, range: range(pack, offset, length) } : { chunks: id };
    return { type: "file", mode, size, content, stamp: stamp === "" ? null : { text: stamp, ctimeMs } };
  };
  const entry = (row: Row): readonly [ByteName, TreeEntry] => {
    if (row[0] === 0) return [row[1], file(row)];
    return row[0] === 1 ? [row[1], { type: "symlink", target: row[2] }] : [row[1], directory(row[2])];
  };
  const directory = ([mode, digest, pack, offset, length, entries]: DirectoryRow): TreeDirectory => {
    const at = range(pack, offset, length);
    return {
      type: "dir",
      mode,
      node: at === null ? null : { digest, range: at },
      entries: new Map(entries.map(entry)),
    };
  };
  return { root, begun, tree: directory(tree) };
}

/** Null where there is none in this format. */
export function readIndex({ folder }: TakeJob["index"]): SnapshotIndex | null {
  try {
    const stored = JSON.parse(readFileSync(join(folder, FILE), "utf8")) as Stored;
    return stored.format === FORMAT ? decode(stored) : null;
  } catch (error) {
    // A power cut may cut it off. Without it, all files are read again.
    if (hasCode(error, "ENOENT") || error instanceof SyntaxError) return null;
    throw error;
  }
}

export function writeIndex({ folder, hidden }: TakeJob["index"], index: SnapshotIndex): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, hidden), encode(index), { mode: 0o600 });
  renameSync(join(folder, hidden), join(folder, FILE));
}
