import { refusedArchive } from "../refusals.ts";

export const BLOCK = 512;

export interface TarHeader {
  /** Bytes that should be UTF-8; `decodeName` checks it. */
  readonly name: Uint8Array;
  /** The target of a link, as bytes too. */
  readonly linkName: Uint8Array;
  readonly mode: number;
  readonly size: number;
  /** The type flag as a character. NUL, of old archives, becomes `0`. */
  readonly type: string;
}

const SPACE = 32;

/** The bytes before the first NUL. */
export function beforeNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end === -1 ? bytes : bytes.subarray(0, end);
}

const text = (block: Uint8Array, start: number, length: number) =>
  beforeNul(block.subarray(start, start + length));

function octal(block: Uint8Array, start: number, length: number): number {
  const digits = String.fromCharCode(...text(block, start, length)).trim();
  if (!/^[0-7]*$/.test(digits))
    throw refusedArchive("is damaged: a header holds no number where one should be");
  return digits === "" ? 0 : parseInt(digits, 8);
}

/** Octal digits, or bytes where the first bit is set (sizes from 8 GiB up). */
function number(block: Uint8Array, start: number, length: number): number {
  const first = block[start] ?? 0;
  if ((first & 0x80) === 0) return octal(block, start, length);
  let value = first & 0x7f;
  for (const byte of block.subarray(start + 1, start + length)) value = value * 256 + byte;
  if (!Number.isSafeInteger(value))
    throw refusedArchive("is damaged: a header holds a number that is too large");
  return value;
}

function checkSum(block: Uint8Array): void {
  let sum = 8 * SPACE;
  for (let index = 0; index < BLOCK; index++) {
    if (index < 148 || index >= 156) sum += block[index] ?? 0;
  }
  if (sum !== octal(block, 148, 8)) throw refusedArchive("is damaged: a header has a wrong checksum");
}

function fullName(block: Uint8Array): Uint8Array {
  const name = text(block, 0, 100);
  // GNU's own format has "ustar" and a space here, and other fields where POSIX has the prefix.
  const isPosix = String.fromCharCode(...block.subarray(257, 263)) === "ustar\0";
  const prefix = isPosix ? text(block, 345, 155) : new Uint8Array();
  if (prefix.length === 0) return name;
  const joined = new Uint8Array(prefix.length + 1 + name.length);
  joined.set(prefix);
  joined[prefix.length] = 0x2f;
  joined.set(name, prefix.length + 1);
  return joined;
}

export function isZeroBlock(block: Uint8Array): boolean {
  return block.every((byte) => byte === 0);
}

/** Reads a header block (POSIX ustar, GNU, or older); throws `invalid_archive` for anything else. */
export function parseTarHeader(block: Uint8Array): TarHeader {
  checkSum(block);
  const flag = block[156] ?? 0;
  return {
    name: fullName(block),
    linkName: text(block, 157, 100),
    mode: octal(block, 100, 8),
    size: number(block, 124, 12),
    type: flag === 0 ? "0" : String.fromCharCode(flag),
  };
}
