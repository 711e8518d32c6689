import type { ByteName } from "./byte-name.ts";
import { damaged } from "./failures.ts";
import type { Content, NodeRef, Pack, PackRange, TreeFile } from "./tree.ts";

/** A directory of a node, whose own entries are in another one. */
export interface NodeDirectory {
  readonly type: "dir";
  readonly mode: number;
  readonly node: NodeRef;
}
export type NodeEntry = TreeFile | { readonly type: "symlink"; readonly target: ByteName } | NodeDirectory;

/** The first line of a node: what the directory has, sorted by name. */
type Row =
  | ["f", name: ByteName, mode: number, size: number, content: string | readonly string[]]
  | ["l", name: ByteName, target: ByteName]
  | ["d", name: ByteName, mode: number, digest: string];

/** The second line: the packs, and for each row of a packed file or a directory its pack, offset and length. A pack of -1 has the node itself. */
interface Locations {
  readonly packs: readonly string[];
  readonly ranges: readonly (readonly [pack: number, offset: number, length: number])[];
}

const LINE_END = 10;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function rowOf(name: ByteName, entry: NodeEntry): Row {
  switch (entry.type) {
    case "symlink":
      return ["l", name, entry.target];
    case "dir":
      return ["d", name, entry.mode, entry.node.digest];
    case "file": {
      const { mode, size, content } = entry;
      if (content === null) throw new Error("The content of a file is not known.");
      return ["f", name, mode, size, "chunks" in content ? content.chunks : content.sha256];
    }
  }
}

function rangeOf(entry: NodeEntry): PackRange | null {
  if (entry.type === "symlink") return null;
  if (entry.type === "dir") return entry.node.range;
  return entry.content === null || "chunks" in entry.content ? null : entry.content.range;
}

/** The entries of a directory as bytes, without their locations. Their SHA-256 is its digest. */
export function encodeEntries(entries: readonly (readonly [ByteName, NodeEntry])[]): Uint8Array {
  return encoder.encode(JSON.stringify(entries.map(([name, entry]) => rowOf(name, entry))));
}

/** The whole node, in the pack `own`. */
export function encodeNode(
  head: Uint8Array,
  entries: readonly (readonly [ByteName, NodeEntry])[],
  own: Pack,
): Uint8Array {
  const numbers = new Map<Pack, number>([[own, -1]]);
  const packs: string[] = [];
  const ranges: Locations["ranges"][number][] = [];
  for (const [, entry] of entries) {
    const range = rangeOf(entry);
    if (range === null) continue;
    let number = numbers.get(range.pack);
    if (number === undefined) {
      number = packs.push(range.pack.id) - 1;
      numbers.set(range.pack, number);
    }
    ranges.push([number, range.offset, range.length]);
  }
  const tail = encoder.encode(JSON.stringify({ packs, ranges } satisfies Locations));
  const bytes = new Uint8Array(head.length + 1 + tail.length);
  bytes.set(head);
  bytes[head.length] = LINE_END;
  bytes.set(tail, head.length + 1);
  return bytes;
}

const HASH = /^[0-9a-f]{64}$/;
const isHash = (value: unknown): value is string => typeof value === "string" && HASH.test(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isMode = (value: unknown): value is number => isCount(value) && value <= 0o777;
const isBytes = (value: unknown): value is string => typeof value === "string" && !/[^\0-\xff]/.test(value);
const isName = (value: unknown): value is ByteName =>
  isBytes(value) && value !== "" && value !== "." && value !== ".." && !/[/\0]/.test(value);

const wrong = () => damaged("an entry of a directory is not valid.");

/** Returns the location of one row after another. */
function rangeReader({ packs, ranges }: Locations, own: Pack, packOf: (id: string) => Pack): () => PackRange {
  let at = 0;
  return () => {
    const given: unknown = ranges[at++];
    const [number, offset, length] = Array.isArray(given) ? (given as readonly unknown[]) : [];
    const id = number === -1 ? own.id : packs[Number(number)];
    if (!isHash(id) || !isCount(offset) || !isCount(length)) throw wrong();
    return { pack: packOf(id), offset, length };
  };
}

function contentOf(given: unknown, size: number, nextRange: () => PackRange): Content {
  if (Array.isArray(given)) {
    if (!given.every(isHash)) throw wrong();
    return { chunks: given };
  }
  if (!isHash(given)) throw wrong();
  const range = nextRange();
  if (range.length !== size) throw wrong();
  return { sha256: given, range };
}

function entryOf(row: readonly unknown[], nextRange: () => PackRange): NodeEntry {
  const [type, , second, third, fourth] = row;
  if (type === "l" && isBytes(second)) return { type: "symlink", target: second };
  if (type === "d" && isMode(second) && isHash(third))
    return { type: "dir", mode: second, node: { digest: third, range: nextRange() } };
  if (type === "f" && isMode(second) && isCount(third))
    return {
      type: "file",
      mode: second,
      size: third,
      content: contentOf(fourth, third, nextRange),
      stamp: null,
    };
  throw wrong();
}

/** The first line of a node, whose SHA-256 is its digest. */
export function headOf(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(LINE_END);
  if (end < 0) throw damaged("a directory is cut off.");
  return bytes.subarray(0, end);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (error) {
    throw damaged("a directory is not valid JSON.", error);
  }
}

/** The entries of a node that is in the pack `own`. `packOf` returns the same object for the same pack. */
export function decodeNode(
  bytes: Uint8Array,
  own: Pack,
  packOf: (id: string) => Pack,
): ReadonlyMap<ByteName, NodeEntry> {
  const head = headOf(bytes);
  const rows = parse(head);
  const locations = parse(bytes.subarray(head.length + 1)) as Partial<Locations> | null;
  if (!Array.isArray(rows) || !Array.isArray(locations?.packs) || !Array.isArray(locations.ranges))
    throw wrong();
  const nextRange = rangeReader({ packs: locations.packs, ranges: locations.ranges }, own, packOf);
  const entries = new Map<ByteName, NodeEntry>();
  for (const row of rows as readonly unknown[]) {
    const name: unknown = Array.isArray(row) ? row[1] : null;
    if (!Array.isArray(row) || !isName(name) || entries.has(name)) throw wrong();
    entries.set(name, entryOf(row, nextRange));
  }
  return entries;
}
