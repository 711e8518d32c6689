import type { Entry, FileEntry, ZipReader } from "@zip.js/zip.js/lib/zip-core-custom.js";
import { streamBytes } from "../body.ts";
import type { Archive, ArchiveEntry, ArchiveLimits, ArchiveMember } from "../archive-entry.ts";
import type { ArchiveSource } from "../archive-source.ts";
import { ByteBudget } from "../byte-budget.ts";
import { timer, type Slicing } from "../next-task.ts";
import { DEFAULT_MAX_ENTRIES, MemberList } from "../member-list.ts";
import { refusedArchive } from "../refusals.ts";
import type { WatchedSource } from "../watched-source.ts";
import { SourceReader } from "./source-reader.ts";
import { isSmall, smallZipBody, zipBody } from "./zip-body.ts";
import { zipLibrary } from "./zip-library.ts";
import { decodeZipText, zipMember } from "./zip-member.ts";

/** Strict: refuses a zip that another program could read in another way. Each entry's own header must agree with the list. */
function open(reader: SourceReader): ZipReader<ArchiveSource> {
  return new (zipLibrary().ZipReader)(reader, {
    strictness: "strict",
    filenameValidation: "tolerant",
    decodeText: decodeZipText,
    checkOverlappingEntry: true,
  });
}

/** Entries that are checked in one go: a few milliseconds. */
const SLICE_ENTRIES = 128;

type ZipReading = ArchiveLimits & Slicing;

interface Listed {
  readonly entry: Entry;
  readonly member: ArchiveMember;
}

/** The list is in memory: without slices, all entries would be checked in one go. */
async function* listed(
  zip: ZipReader<ArchiveSource>,
  source: WatchedSource,
  reader: SourceReader,
  options: ZipReading,
  members = new MemberList(options),
): AsyncGenerator<Listed, void> {
  const { maxEntries = DEFAULT_MAX_ENTRIES, nextTask = timer } = options;
  const readLink = (entry: FileEntry) => smallZipBody(entry, source, reader, () => undefined);
  let count = 0;
  for await (const entry of zip.getEntriesGenerator()) {
    if (++count % SLICE_ENTRIES === 0) await nextTask();
    if (count > maxEntries) throw refusedArchive(`holds more than ${maxEntries} files and directories`);
    const member = await zipMember(entry, readLink);
    if (member !== null) yield { entry, member: members.add(member) };
  }
}

/** The library holds every entry that was read, some 9 KB each, to name it if another overlaps. */
function hollow(entry: Entry): void {
  for (const key of Object.keys(entry)) Reflect.deleteProperty(entry, key);
}

async function* unpack(source: WatchedSource, options: ZipReading): AsyncGenerator<ArchiveEntry, void> {
  const budget = new ByteBudget(options);
  const reader = new SourceReader(source);
  const zip = open(reader);
  const countOf = (entry: FileEntry) => budget.ofStream(entry.compressedSize, entry.filename);
  try {
    for await (const { entry, member } of listed(zip, source, reader, options)) {
      const isFile = member.type === "file";
      const body = () =>
        entry.directory || !isFile
          ? streamBytes(new Uint8Array(), 0, 0)
          : zipBody(entry, source, reader, countOf(entry));
      const content = async () =>
        !entry.directory && isFile && isSmall(entry)
          ? smallZipBody(entry, source, reader, countOf(entry))
          : body();
      yield { ...member, body, content };
      hollow(entry);
    }
  } catch (error) {
    throw source.explain(error);
  } finally {
    await zip.close();
  }
}

/** The list of a zip is checked first, and read again with the bytes, so that memory does not hold it. */
export async function readZip(source: WatchedSource, options: ZipReading): Promise<Archive> {
  const reader = new SourceReader(source);
  const zip = open(reader);
  const list = new MemberList(options);
  try {
    const entries = listed(zip, source, reader, options, list);
    while ((await entries.next()).done !== true);
    list.checkLinks();
  } finally {
    await zip.close();
  }
  const { members, totals } = list;
  return { kind: "zip", members, totals, entries: () => unpack(source, options) };
}
