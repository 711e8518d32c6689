import { sha256OfBytes } from "../runtime/hash.ts";
import { damaged } from "./failures.ts";
import { decodeNode, headOf, type NodeEntry } from "./node.ts";
import type { ReadObject } from "./read-object.ts";
import { chunkKey, packKey, type NodeRef, type Pack, type PackRange } from "./tree.ts";
import type { ByteName } from "./byte-name.ts";

/** Ranges of a pack that are this near to each other are read in one call. */
const MAX_GAP = 65_536;
/** The most bytes of one call, unless one range is longer. */
const MAX_RUN = 8_388_608;
const AT_ONCE = 8;

interface Wanted {
  readonly range: PackRange;
  readonly index: number;
}

const endOf = ({ offset, length }: PackRange) => offset + length;

/** Ranges in groups of neighbours, each to be read in one call. Those that read them together end when one of them fails. */
function* runsOf(ranges: readonly PackRange[]): Generator<readonly Wanted[], void> {
  const sorted = ranges
    .map((range, index) => ({ range, index }))
    .sort(({ range: a }, { range: b }) =>
      a.pack.id === b.pack.id ? a.offset - b.offset : a.pack.id < b.pack.id ? -1 : 1,
    );
  const runs: Wanted[][] = [];
  let [begin, end] = [0, 0];
  let last: PackRange | null = null;
  for (const wanted of sorted) {
    const { range } = wanted;
    const isNear =
      last?.pack.id === range.pack.id && range.offset - end <= MAX_GAP && endOf(range) - begin <= MAX_RUN;
    if (isNear) runs.at(-1)?.push(wanted);
    else {
      runs.push([wanted]);
      [begin, end] = [range.offset, 0];
    }
    end = Math.max(end, endOf(range));
    last = range;
  }
  yield* runs;
}

/** Reads the objects of a snapshot, and verifies each content by its hash. Wrong and missing objects are `object_corrupt`. */
export class ObjectReader {
  private readonly packs = new Map<string, Pack>();

  private readonly read: ReadObject;

  constructor(read: ReadObject) {
    this.read = read;
  }

  /** The same object for the same pack. */
  readonly packOf = (id: string): Pack => {
    const pack = this.packs.get(id) ?? { id };
    this.packs.set(id, pack);
    return pack;
  };

  /** The bytes at these ranges, verified by their hashes, in the same order. */
  async packed(
    wanted: readonly { readonly sha256: string; readonly range: PackRange }[],
  ): Promise<Uint8Array[]> {
    const found = await this.ranges(wanted.map(({ range }) => range));
    const verify = async (bytes: Uint8Array, index: number) => {
      if ((await sha256OfBytes(bytes)) !== wanted[index]?.sha256)
        throw damaged("a file in a pack is not what it should be.");
    };
    await Promise.all(found.map(verify));
    return found;
  }

  /** A chunk of a large file. */
  async chunk(sha256: string): Promise<Uint8Array> {
    const bytes = await this.read(chunkKey(sha256), null);
    if (bytes === null) throw damaged("a part of a large file is missing.");
    if ((await sha256OfBytes(bytes)) !== sha256)
      throw damaged("a part of a large file is not what it should be.");
    return bytes;
  }

  /** The entries of directories, in the same order. */
  async nodes(refs: readonly NodeRef[]): Promise<ReadonlyMap<ByteName, NodeEntry>[]> {
    const found = await this.ranges(refs.map(({ range }) => range));
    return Promise.all(
      refs.map(async ({ digest, range }, index) => {
        const bytes = found[index] ?? new Uint8Array();
        if ((await sha256OfBytes(headOf(bytes))) !== digest)
          throw damaged("a directory is not what it should be.");
        return decodeNode(bytes, range.pack, this.packOf);
      }),
    );
  }

  private async ranges(ranges: readonly PackRange[]): Promise<Uint8Array[]> {
    const found: Uint8Array[] = ranges.map(() => new Uint8Array());
    const waiting = runsOf(ranges);
    const work = async () => {
      for (const run of waiting) await this.readRun(run, found);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return found;
  }

  private async readRun(run: readonly Wanted[], found: Uint8Array[]): Promise<void> {
    const [first] = run;
    if (first === undefined) return;
    const start = first.range.offset;
    const end = run.reduce((last, { range }) => Math.max(last, endOf(range)), start);
    const key = packKey(first.range.pack.id);
    const bytes = end === start ? new Uint8Array() : await this.read(key, { start, end: end - 1 });
    if (bytes === null) throw damaged("a pack is missing.");
    for (const { range, index } of run)
      found[index] = bytes.subarray(range.offset - start, endOf(range) - start);
  }
}
