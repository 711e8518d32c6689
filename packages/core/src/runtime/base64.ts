const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const CODES = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0));
const PAD = 0x3d;
/** So much is turned at once; a multiple of 3, so that pieces can be put together. */
const PIECE = 24_576;

/** The value of each character by its code. */
const VALUES = new Uint8Array(256);
for (const [value, code] of CODES.entries()) VALUES[code] = value;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const valueAt = (codes: Uint8Array, index: number) => VALUES[codes[index] ?? 0] ?? 0;
const codeOf = (bits: number) => CODES[bits & 63] ?? 0;

function decodeInto(out: Uint8Array, codes: Uint8Array, start: number): void {
  let at = (start / 4) * 3;
  for (let index = 0; index < codes.length; index += 4) {
    const bits =
      (valueAt(codes, index) << 18) |
      (valueAt(codes, index + 1) << 12) |
      (valueAt(codes, index + 2) << 6) |
      valueAt(codes, index + 3);
    out[at++] = bits >>> 16;
    out[at++] = bits >>> 8;
    out[at++] = bits;
  }
}

/** The bytes of a text in base64, which its caller has checked. `atob` takes several times as long. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const padding = text.endsWith("==") ? 2 : Number(text.endsWith("="));
  const length = (text.length / 4) * 3 - padding;
  const out = new Uint8Array(length);
  for (let start = 0; start < text.length; start += PIECE)
    decodeInto(out, encoder.encode(text.slice(start, start + PIECE)), start);
  return out;
}

function encodePiece(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  let at = 0;
  for (let index = 0; index < bytes.length; index += 3) {
    const bits = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    out[at++] = codeOf(bits >>> 18);
    out[at++] = codeOf(bits >>> 12);
    out[at++] = codeOf(bits >>> 6);
    out[at++] = codeOf(bits);
  }
  const padding = (3 - (bytes.length % 3)) % 3;
  return out.fill(PAD, out.length - padding);
}

/** Bytes in base64, with padding. `btoa` takes several times as long. */
export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += PIECE)
    pieces.push(decoder.decode(encodePiece(bytes.subarray(start, start + PIECE))));
  return pieces.join("");
}
