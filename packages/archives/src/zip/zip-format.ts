/** The fields of the headers of an entry. */
export interface ZipEntry {
  /** UTF-8. The name of a directory ends with a slash. */
  readonly name: Uint8Array;
  /** The Unix mode with its type bits. */
  readonly mode: number;
  /** Milliseconds since 1970. */
  readonly mtime: number;
  readonly isDeflated: boolean;
  /** Whether checksum and sizes follow the bytes. */
  readonly isStreamed: boolean;
  /** Of a streamed entry: whether its sizes have 64 bits. */
  readonly isLarge: boolean;
  /** The position of its header in the zip. */
  readonly offset: number;
}

/** What is known once the bytes of an entry are written. */
export interface ZipSizes {
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

const MAX_16 = 0xffff;
const MAX_32 = 0xffff_ffff;
const [LOCAL, CENTRAL, DESCRIPTOR] = [0x0403_4b50, 0x0201_4b50, 0x0807_4b50];
const [END, END_64, END_64_LOCATOR] = [0x0605_4b50, 0x0606_4b50, 0x0706_4b50];
const [UTF8_NAMES, SIZES_FOLLOW] = [0x800, 0x8];
const DEFLATED = 8;
const [VERSION, VERSION_64] = [20, 45];
const MADE_ON_UNIX = 3 << 8;
const [EXTRA_64, EXTRA_TIME] = [0x0001, 0x5455];
/** The extra field holds the time of the last modification only. */
const ONLY_MODIFIED = new Uint8Array([1]);
const DIRECTORY_TYPE = 0o040000;
const DOS_DIRECTORY = 0x10;
/** The times that a zip can hold. */
const [FIRST_TIME, LAST_TIME] = [Date.UTC(1980, 0, 1), Date.UTC(2107, 11, 31, 23, 59, 58)];

/** Writes fields one after another. */
class Fields {
  readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
    this.view = new DataView(this.bytes.buffer);
  }

  u16(...values: readonly number[]): this {
    for (const value of values) {
      this.view.setUint16(this.at, value, true);
      this.at += 2;
    }
    return this;
  }

  u32(...values: readonly number[]): this {
    for (const value of values) {
      this.view.setUint32(this.at, value, true);
      this.at += 4;
    }
    return this;
  }

  u64(...values: readonly number[]): this {
    for (const value of values) this.u32(value % 2 ** 32, Math.floor(value / 2 ** 32));
    return this;
  }

  raw(bytes: Uint8Array): this {
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
    return this;
  }
}

/** Date and time of MS-DOS, in UTC: programs prefer the exact time of the extra field. */
function dosTime(mtime: number): number {
  const time = new Date(Math.min(Math.max(mtime, FIRST_TIME), LAST_TIME));
  const day = ((time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  const second =
    (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | Math.floor(time.getUTCSeconds() / 2);
  return ((day << 16) | second) >>> 0;
}

/** The time in seconds since 1970, where they fit. */
function hasTime(mtime: number): boolean {
  return mtime >= 0 && mtime / 1_000 <= 0x7fff_ffff;
}

const TIME_BYTES = 9;

function addTime(fields: Fields, mtime: number): Fields {
  if (!hasTime(mtime)) return fields;
  return fields
    .u16(EXTRA_TIME, 5)
    .raw(ONLY_MODIFIED)
    .u32(Math.floor(mtime / 1_000));
}

/** Flags, method and time: the same in both headers of an entry. */
function addCommon(fields: Fields, { isStreamed, isDeflated, mtime }: ZipEntry): Fields {
  const flags = UTF8_NAMES | (isStreamed ? SIZES_FOLLOW : 0);
  return fields.u16(flags, isDeflated ? DEFLATED : 0).u32(dosTime(mtime));
}

/** The header before an entry's bytes. `sizes` is null for a streamed one. */
export function localHeader(entry: ZipEntry, sizes: ZipSizes | null): Uint8Array {
  const { name, mtime, isLarge } = entry;
  const extra = (isLarge ? 20 : 0) + (hasTime(mtime) ? TIME_BYTES : 0);
  const unknown = isLarge ? MAX_32 : 0;
  const { crc, packed, size } = sizes ?? { crc: 0, packed: unknown, size: unknown };
  const fields = new Fields(30 + name.length + extra).u32(LOCAL).u16(isLarge ? VERSION_64 : VERSION);
  addCommon(fields, entry).u32(crc, packed, size).u16(name.length, extra).raw(name);
  if (isLarge) fields.u16(EXTRA_64, 16).u64(0, 0);
  return addTime(fields, mtime).bytes;
}

/** The record after the bytes of a streamed entry. */
export function descriptor({ isLarge }: ZipEntry, { crc, packed, size }: ZipSizes): Uint8Array {
  const fields = new Fields(isLarge ? 24 : 16).u32(DESCRIPTOR, crc);
  return (isLarge ? fields.u64(packed, size) : fields.u32(packed, size)).bytes;
}

/** The header of an entry in the list at the end. */
export function centralHeader(entry: ZipEntry, { crc, packed, size }: ZipSizes): Uint8Array {
  const { name, mode, mtime, isLarge, offset } = entry;
  const large = [...(isLarge ? [size, packed] : []), ...(offset >= MAX_32 ? [offset] : [])];
  const version = large.length > 0 ? VERSION_64 : VERSION;
  const extra64 = large.length > 0 ? 4 + 8 * large.length : 0;
  const extra = extra64 + (hasTime(mtime) ? TIME_BYTES : 0);
  const isDirectory = (mode & 0o170000) === DIRECTORY_TYPE;
  const fields = new Fields(46 + name.length + extra).u32(CENTRAL).u16(MADE_ON_UNIX | version, version);
  addCommon(fields, entry)
    .u32(crc, isLarge ? MAX_32 : packed, isLarge ? MAX_32 : size)
    // No comment, the first disk, no internal attributes.
    .u16(name.length, extra, 0, 0, 0)
    .u32(((mode << 16) | (isDirectory ? DOS_DIRECTORY : 0)) >>> 0, Math.min(offset, MAX_32))
    .raw(name);
  if (large.length > 0) fields.u16(EXTRA_64, 8 * large.length).u64(...large);
  return addTime(fields, mtime).bytes;
}

/** The end of a zip whose list of `count` entries is `length` bytes long and begins at `offset`. */
export function zipEnd(count: number, length: number, offset: number): Uint8Array {
  const needs64 = count >= MAX_16 || length >= MAX_32 || offset >= MAX_32;
  const fields = new Fields(needs64 ? 98 : 22);
  if (needs64) {
    fields
      .u32(END_64)
      .u64(44)
      .u16(MADE_ON_UNIX | VERSION_64, VERSION_64)
      .u32(0, 0);
    fields.u64(count, count, length, offset);
    fields
      .u32(END_64_LOCATOR, 0)
      .u64(offset + length)
      .u32(1);
  }
  const entries = Math.min(count, MAX_16);
  fields.u32(END).u16(0, 0, entries, entries);
  return fields.u32(Math.min(length, MAX_32), Math.min(offset, MAX_32)).u16(0).bytes;
}
