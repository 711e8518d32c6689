import { ArchiveError } from "./archive-error.ts";
import type { ArchiveEntry, ArchiveInput, ArchiveLimits } from "./archive-entry.ts";
import { bytesSource } from "./archive-source.ts";
import { collectBody } from "./body.ts";
import { readArchive } from "./read-archive.ts";
import { crc32 } from "./zip/crc32.ts";

export const bytes = (text: string) => new TextEncoder().encode(text);

export function input(path: string, content: string | null, executable = false): ArchiveInput {
  const body = bytes(content ?? "");
  return {
    path,
    type: content === null ? "dir" : "file",
    size: body.length,
    executable,
    body: async () => new Blob([body]).stream(),
  };
}

async function through(
  data: Uint8Array,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Response(new Blob([data.slice()]).stream().pipeThrough(stream)).bytes();
}

export const gzip = (data: Uint8Array) => through(data, new CompressionStream("gzip"));
export const deflate = (data: Uint8Array) => through(data, new CompressionStream("deflate-raw"));

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

type BodySource = Uint8Array | ReadableStream<Uint8Array>;
type Outcome = Readonly<Record<string, string>> | string;

/** What `readArchive` says of an archive and of each body in it: the contents by path, or how it was refused. Both ways to the bytes agree. */
export async function outcomeOf(archive: Uint8Array, limits: Partial<ArchiveLimits> = {}): Promise<Outcome> {
  const streamed = await outcomeBy((entry) => entry.body(), archive, limits);
  const atOnce = await outcomeBy((entry) => entry.content(), archive, limits);
  if (JSON.stringify(streamed) !== JSON.stringify(atOnce)) {
    throw new Error(`Streamed: ${JSON.stringify(streamed)}; at once: ${JSON.stringify(atOnce)}`);
  }
  return streamed;
}

async function outcomeBy(
  take: (entry: ArchiveEntry) => BodySource | Promise<BodySource>,
  archive: Uint8Array,
  limits: Partial<ArchiveLimits>,
): Promise<Outcome> {
  try {
    const read = await readArchive(bytesSource(archive), { maxBytes: 1e9, ...limits });
    const contents: Record<string, string> = {};
    for await (const entry of read.entries()) {
      if (entry.type === "symlink") {
        contents[entry.path] = `-> ${entry.target}`;
        continue;
      }
      if (entry.type === "file" && entry.sameAs !== undefined) {
        contents[entry.path] = `= ${entry.sameAs}`;
        continue;
      }
      const key = entry.type === "dir" ? `${entry.path}/` : entry.path;
      contents[key] = new TextDecoder().decode(await collectBody(await take(entry), () => undefined));
    }
    return contents;
  } catch (error) {
    if (ArchiveError.isInstance(error)) return `${error.code}: ${error.detail}`;
    throw error;
  }
}

export interface TarPart {
  readonly name?: string | Uint8Array;
  readonly type?: string;
  readonly data?: string | Uint8Array;
  readonly size?: number;
  readonly mode?: string;
  readonly linkname?: string | Uint8Array;
  readonly magic?: string;
  readonly checksum?: number;
}

/** A tar file's header and bytes for one part, as wrong as it is wanted. */
export function tarPart({
  name = "f",
  type = "0",
  data = "",
  size,
  mode = "0000644",
  linkname = "",
  magic = "ustar\0" + "00",
  checksum,
}: TarPart): Uint8Array {
  const body = typeof data === "string" ? bytes(data) : data;
  const block = new Uint8Array(512);
  const put = (at: number, value: string | Uint8Array) =>
    block.set(typeof value === "string" ? bytes(value) : value, at);
  put(0, name);
  put(100, mode);
  put(124, (size ?? body.length).toString(8).padStart(11, "0"));
  put(156, type);
  put(157, linkname);
  put(257, magic);
  put(148, "        ");
  const sum = checksum ?? block.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  return joined(block, body, new Uint8Array((512 - (body.length % 512)) % 512));
}

const TAR_END = new Uint8Array(1_024);

export const tarGz = (...parts: readonly TarPart[]) => gzip(joined(...parts.map(tarPart), TAR_END));

/** A record of an extended header. */
export function pax(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  let length = bytes(rest).length + 1;
  while (String(length).length + bytes(rest).length !== length) length++;
  return `${length}${rest}`;
}

export interface ZipPart {
  readonly name?: string | Uint8Array;
  readonly localName?: string;
  readonly data?: string | Uint8Array;
  /** Packed already. Default: stored as it is. */
  readonly packed?: Uint8Array;
  readonly method?: number;
  readonly flags?: number;
  /** The Unix mode, in the upper half of the attributes. */
  readonly mode?: number;
  readonly crc?: number;
  readonly size?: number;
  readonly localSize?: number;
  /** Where its own header is said to be. */
  readonly offset?: number;
}

function zipHeader(part: ZipPart, packed: Uint8Array, isLocal: boolean): Uint8Array {
  const { name = "f", data = "", flags = 0x800, method = part.packed === undefined ? 0 : 8 } = part;
  const plain = typeof data === "string" ? bytes(data) : data;
  const size = part.size ?? plain.length;
  const rawName = isLocal && part.localName !== undefined ? part.localName : name;
  const nameBytes = typeof rawName === "string" ? bytes(rawName) : rawName;
  const fixed = new DataView(new ArrayBuffer(26));
  for (const [at, value] of [20, flags, method, 0, 0x21].entries()) fixed.setUint16(at * 2, value, true);
  fixed.setUint32(10, part.crc ?? crc32(plain), true);
  fixed.setUint32(14, packed.length, true);
  fixed.setUint32(18, isLocal ? (part.localSize ?? size) : size, true);
  fixed.setUint16(22, nameBytes.length, true);
  return joined(new Uint8Array(fixed.buffer), isLocal ? nameBytes : new Uint8Array());
}

/** A zip of parts, as wrong as they are wanted. */
export function zipOf(...parts: readonly ZipPart[]): Uint8Array {
  const locals: Uint8Array[] = [];
  const centrals: Uint8Array[] = [];
  let offset = 0;
  for (const part of parts) {
    const { data = "", name = "f", mode = 0o100644 } = part;
    const packed = part.packed ?? (typeof data === "string" ? bytes(data) : data);
    const local = joined(bytes("PK\x03\x04"), zipHeader(part, packed, true), packed);
    const rest = new DataView(new ArrayBuffer(14));
    rest.setUint32(6, (mode << 16) >>> 0, true);
    rest.setUint32(10, part.offset ?? offset, true);
    const nameBytes = typeof name === "string" ? bytes(name) : name;
    const madeBy = new Uint8Array([20, 3]);
    centrals.push(
      joined(
        bytes("PK\x01\x02"),
        madeBy,
        zipHeader(part, packed, false),
        new Uint8Array(rest.buffer),
        nameBytes,
      ),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = joined(...centrals);
  const end = new DataView(new ArrayBuffer(18));
  end.setUint16(4, parts.length, true);
  end.setUint16(6, parts.length, true);
  end.setUint32(8, directory.length, true);
  end.setUint32(12, offset, true);
  return joined(...locals, directory, bytes("PK\x05\x06"), new Uint8Array(end.buffer));
}
