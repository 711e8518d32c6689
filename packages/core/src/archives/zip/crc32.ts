const POLYNOMIAL = 0xedb8_8320;
/** So many bytes are taken in one step, each through a table of its own. */
const LANES = 8;

function makeTables(): Uint32Array {
  const tables = new Uint32Array(LANES * 256);
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = (value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ POLYNOMIAL;
    tables[byte] = value;
  }
  for (let index = 256; index < tables.length; index++) {
    const before = tables[index - 256] ?? 0;
    tables[index] = (before >>> 8) ^ (tables[before & 0xff] ?? 0);
  }
  return tables;
}

const tables = makeTables();
const at = (lane: number, byte: number) => tables[lane * 256 + (byte & 0xff)] ?? 0;

/** The checksum of a zip's files (CRC-32), chunk by chunk. */
export class Crc32 {
  private state = -1;

  add(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let state = this.state;
    let offset = 0;
    for (const stop = bytes.length - (bytes.length % LANES); offset < stop; offset += LANES) {
      const low = view.getUint32(offset, true) ^ state;
      const high = view.getUint32(offset + 4, true);
      state =
        at(7, low) ^
        at(6, low >>> 8) ^
        at(5, low >>> 16) ^
        at(4, low >>> 24) ^
        at(3, high) ^
        at(2, high >>> 8) ^
        at(1, high >>> 16) ^
        at(0, high >>> 24);
    }
    for (; offset < bytes.length; offset++) state = (state >>> 8) ^ at(0, state ^ (bytes[offset] ?? 0));
    this.state = state;
  }

  get value(): number {
    return ~this.state >>> 0;
  }
}
