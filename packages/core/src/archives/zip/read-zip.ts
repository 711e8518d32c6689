import type { Entry, FileEntry, ZipReader } from "@zip.js/zip.js/lib/zip-core-custom.js";
import { streamBytes } from "../../domain/files/body.ts";
import type { Archive, ArchiveEntry, ArchiveLimits, ArchiveMember } from "../archive-entry.ts";
import type { ArchiveSource } from "../archive-source.ts";
import { ByteBudget } from "../byte-budget.ts";
import { DEFAULT_MAX_ENTRIES, MemberList } from "../member-list.ts";
import { refusedArchive } from "../refusals.ts";
import type { WatchedSource } from "../watched-source.ts";
import { SourceReader } from "./source-reader.ts";
import { isSmall, smallZipBody, zipBody } from "./zip-body.ts";
import { zipLibrary } from "./zip-library.ts";
import { decodeZipText, zipMember } from "./zip-member.ts";

/** Strict: what another program could read in another way is refused, and each entry's own header has to agree with the list. */
function open(reader: SourceReader): ZipReader<ArchiveSource> {
  return new (zipLibrary().ZipReader)(reader, {
    strictness: "strict",
    filenameValidation: "tolerant",
    decodeText: decodeZipText,
    checkOverlappingEntry: true,
  });
}

interface Listed {
  readonly entry: Entry;
  readonly member: ArchiveMember;
}

async function* listed(
  zip: ZipReader<ArchiveSource>,
  readLink: (entry: FileEntry) => Promise<Uint8Array>,
  limits: ArchiveLimits,
  members = new MemberList(limits),
): AsyncGenerator<Listed, void> {
  const { maxEntries = DEFAULT_MAX_ENTRIES } = limits;
  let count = 0;
  for await (const entry of zip.getEntriesGenerator()) {
    if (++count > maxEntries) throw refusedArchive(`holds more than ${maxEntries} files and directories`);
    const member = await zipMember(entry, readLink);
    if (member !== null) yield { entry, member: members.add(member) };
  }
}

/** The library keeps every entry whose bytes were read, to name it when another overlaps it: some 9 KB each, if they stayed as they are. */
function hollow(entry: Entry): void {
  for (const key of Object.keys(entry)) Reflect.deleteProperty(entry, key);
}

async function* unpack(source: WatchedSource, limits: ArchiveLimits): AsyncGenerator<ArchiveEntry, void> {
  const budget = new ByteBudget(limits);
  const reader = new SourceReader(source);
  const zip = open(reader);
  const countOf = (entry: FileEntry) => budget.ofStream(entry.compressedSize, entry.filename);
  const readLink = (entry: FileEntry) => smallZipBody(entry, source, reader, () => undefined);
  try {
    for await (const { entry, member } of listed(zip, readLink, limits)) {
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

/** The list of a zip is checked at once; it is read again with the bytes, so that it need not be kept. */
export async function readZip(source: WatchedSource, limits: ArchiveLimits): Promise<Archive> {
  const reader = new SourceReader(source);
  const zip = open(reader);
  const list = new MemberList(limits);
  const readLink = (entry: FileEntry) => smallZipBody(entry, source, reader, () => undefined);
  try {
    const entries = listed(zip, readLink, limits, list);
    while ((await entries.next()).done !== true);
    list.checkLinks();
  } finally {
    await zip.close();
  }
  const { members, totals } = list;
  return { kind: "zip", members, totals, entries: () => unpack(source, limits) };
}
