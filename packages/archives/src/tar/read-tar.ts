import { SMALL_BYTES, type ArchiveEntry, type ArchiveMember } from "../archive-entry.ts";
import { entryPath, HERE } from "../entry-path.ts";
import { decodeName, decodeTarget } from "../entry-text.ts";
import { refusedArchive, refusedEntry } from "../refusals.ts";
import type { ByteReader } from "./byte-reader.ts";
import { parsePax, type PaxFields } from "./pax.ts";
import { beforeNul, BLOCK, isZeroBlock, parseTarHeader, type TarHeader } from "./tar-header.ts";

/** Extended headers and long names are held in memory. */
const MAX_META_BYTES = 1024 * 1024;
const OWNER_MAY_RUN = 0o100;

/** Why an entry of this type is refused. */
const REFUSED_TYPES: Readonly<Record<string, string>> = {
  "3": "is a device",
  "4": "is a device",
  "6": "is a pipe",
  S: "is a sparse file",
};

const cutOff = () => refusedArchive("is cut off");
const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

interface Extension {
  readonly pax: PaxFields | null;
  readonly longName: Uint8Array | null;
  readonly longLinkName: Uint8Array | null;
}

const NO_EXTENSION: Extension = { pax: null, longName: null, longLinkName: null };

async function readMeta(reader: ByteReader, { size }: TarHeader): Promise<Uint8Array> {
  if (size > MAX_META_BYTES) throw refusedArchive("holds an extended header that is too long");
  const bytes = await reader.upTo(size + padding(size));
  if (bytes.length < size + padding(size)) throw cutOff();
  return bytes.subarray(0, size);
}

/** Reads a header that extends the next entry; null where the header is an entry's own. */
async function extend(reader: ByteReader, header: TarHeader, before: Extension): Promise<Extension | null> {
  switch (header.type) {
    case "x":
    case "X":
      return { ...before, pax: parsePax(await readMeta(reader, header)) };
    case "g": {
      const { path, linkPath, size, isSparse } = parsePax(await readMeta(reader, header));
      if (path !== null || linkPath !== null || size !== null || isSparse)
        throw refusedArchive("gives all its entries one name or size");
      return before;
    }
    // Long names, which GNU's tar puts before the entry.
    case "L":
      return { ...before, longName: beforeNul(await readMeta(reader, header)) };
    case "K":
      return { ...before, longLinkName: beforeNul(await readMeta(reader, header)) };
    default:
      return null;
  }
}

function bodyOf(
  reader: ByteReader,
  size: number,
  onTaken: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  let left = size;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = left === 0 ? null : await reader.some(left);
        if (piece === null) {
          if (left > 0) throw cutOff();
          controller.close();
          return;
        }
        left -= piece.length;
        onTaken(piece.length);
        controller.enqueue(piece);
        if (left === 0) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** A hard link names its file by the path in the archive, a symbolic one by a path from its directory. */
function linkOf(name: string, isSymbolic: boolean, size: number, linkName: Uint8Array): ArchiveMember {
  if (size > 0) throw refusedEntry(name, "is a link with bytes");
  const [path, target] = [entryPath(name), decodeTarget(name, linkName)];
  if (path === null) throw refusedEntry(name, "is a link instead of the root folder");
  if (isSymbolic) return { path, type: "symlink", size: 0, executable: false, target };
  return { path, type: "file", size: 0, executable: false, sameAs: target.replace(HERE, "") };
}

/** The checked member of a header and its extension; null for the root itself. */
function memberOf(header: TarHeader, { pax, longName, longLinkName }: Extension): ArchiveMember | null {
  const name = decodeName(pax?.path ?? longName ?? header.name);
  const refused = REFUSED_TYPES[header.type];
  if (refused !== undefined) throw refusedEntry(name, refused);
  if (pax?.isSparse === true) throw refusedEntry(name, "is a sparse file");
  if (header.type === "1" || header.type === "2") {
    const linkName = pax?.linkPath ?? longLinkName ?? header.linkName;
    return linkOf(name, header.type === "2", pax?.size ?? header.size, linkName);
  }
  if (!["0", "5", "7"].includes(header.type)) throw refusedEntry(name, "is of an unknown kind");
  const type = header.type === "5" || name.endsWith("/") ? "dir" : "file";
  const size = pax?.size ?? header.size;
  if (type === "dir" && size > 0) throw refusedEntry(name, "is a directory with bytes");
  const path = entryPath(name);
  if (path === null && type === "file") throw refusedEntry(name, "is a file instead of the root folder");
  return path === null
    ? null
    : { path, type, size, executable: type === "file" && (header.mode & OWNER_MAY_RUN) !== 0 };
}

/** The member of a header, with its bytes. */
export interface TarEntry extends Pick<ArchiveEntry, "body" | "content"> {
  readonly member: ArchiveMember;
}

async function checkEnd(reader: ByteReader): Promise<void> {
  const second = await reader.upTo(BLOCK);
  if (second.length < BLOCK) throw cutOff();
  if (!isZeroBlock(second)) throw refusedArchive("is damaged: something follows its end");
  for (let piece = await reader.some(Infinity); piece !== null; piece = await reader.some(Infinity)) {
    if (!isZeroBlock(piece)) throw refusedArchive("is damaged: something follows its end");
  }
}

/** The entries of a tar file in order. Asking for the next entry skips the rest of the body. */
export async function* readTar(reader: ByteReader): AsyncGenerator<TarEntry, void> {
  let extension = NO_EXTENSION;
  for (;;) {
    const block = await reader.upTo(BLOCK);
    if (block.length < BLOCK) throw cutOff();
    if (isZeroBlock(block)) {
      await checkEnd(reader);
      return;
    }
    const header = parseTarHeader(block);
    const extended = await extend(reader, header, extension);
    if (extended !== null) {
      extension = extended;
      continue;
    }
    const member = memberOf(header, extension);
    extension = NO_EXTENSION;
    if (member === null) continue;
    let left = member.size;
    const body = () =>
      bodyOf(reader, left, (bytes) => {
        left -= bytes;
      });
    const content = async () => {
      if (left > SMALL_BYTES) return body();
      const bytes = await reader.upTo(left);
      if (bytes.length < left) throw cutOff();
      left = 0;
      return bytes;
    };
    yield { member, body, content };
    if (!(await reader.skip(left + padding(member.size)))) throw cutOff();
  }
}
