import type { Archive, ArchiveEntry, ArchiveLimits } from "../archive-entry.ts";
import { ByteBudget } from "../byte-budget.ts";
import { counted } from "../counted.ts";
import { DEFAULT_MAX_ENTRIES, MemberList } from "../member-list.ts";
import type { WatchedSource } from "../watched-source.ts";
import { withErrors } from "../with-errors.ts";
import { ByteReader } from "./byte-reader.ts";
import { readTar } from "./read-tar.ts";

/** How many bytes headers, extended headers and padding may take for each entry. */
const HEADER_BYTES_PER_ENTRY = 4_096;
const FREE_HEADER_BYTES = 1024 * 1024;

/** Counts every unpacked byte, those of headers too. */
async function gunzip(source: WatchedSource, limits: ArchiveLimits): Promise<ByteReader> {
  const { maxBytes, maxEntries = DEFAULT_MAX_ENTRIES } = limits;
  const room = maxBytes + maxEntries * HEADER_BYTES_PER_ENTRY + FREE_HEADER_BYTES;
  const budget = new ByteBudget({ ...limits, maxBytes: room });
  const inflate = new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>;
  const packed = await source.read(0, source.size);
  return new ByteReader(packed.pipeThrough(inflate).pipeThrough(counted(budget.ofStream(source.size))));
}

async function* unpack(
  source: WatchedSource,
  limits: ArchiveLimits,
  members = new MemberList(limits),
): AsyncGenerator<ArchiveEntry, void> {
  const reader = await gunzip(source, limits);
  try {
    for await (const entry of readTar(reader)) {
      const member = members.add(entry.member);
      const body = () => withErrors(entry.body(), source.explain);
      const content = async () => {
        const bytes = await entry.content().catch((error: unknown) => {
          throw source.explain(error);
        });
        return bytes instanceof Uint8Array ? bytes : withErrors(bytes, source.explain);
      };
      yield { ...member, body, content };
    }
  } catch (error) {
    throw source.explain(error);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A tar.gz has no list of its entries: it is unpacked once to be checked, and again for the bytes. */
export async function readTarGz(source: WatchedSource, limits: ArchiveLimits): Promise<Archive> {
  const list = new MemberList(limits);
  const passes = unpack(source, limits, list);
  while ((await passes.next()).done !== true);
  list.checkLinks();
  const { members, totals } = list;
  return { kind: "tar.gz", members, totals, entries: () => unpack(source, limits) };
}
