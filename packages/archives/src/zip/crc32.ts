import { zlib } from "./zlib.ts";

const POLYNOMIAL = 0xedb8_8320;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ POLYNOMIAL;
  return value;
});

/** The same where the runtime has no zlib. */
export function crc32ByTable(bytes: Uint8Array, before = 0): number {
  let state = ~before;
  for (const byte of bytes) state = (state >>> 8) ^ (TABLE[(state ^ byte) & 0xff] ?? 0);
  return ~state >>> 0;
}

/** The checksum of a zip's files (CRC-32), chunk by chunk: each call takes the result `before` it. */
export const crc32 = zlib?.crc32 ?? crc32ByTable;
