const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const CODES = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0));
const PAD = 0x3d;
/** Bytes that are encoded at once: a multiple of 3, so that the pieces can be joined. */
const PIECE = 24_576;

const decoder = new TextDecoder();
const codeOf = (bits: number) => CODES[bits & 63] ?? 0;

/** The bytes of a text in base64, which its caller has checked. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const units = atob(text);
  const bytes = new Uint8Array(units.length);
  for (let index = 0; index < units.length; index++) bytes[index] = units.charCodeAt(index);
  return bytes;
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
