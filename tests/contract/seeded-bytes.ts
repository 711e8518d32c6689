/** `crypto.getRandomValues` with bytes from a seed (xorshift32). */
export function seededBytes(seed: number): Crypto["getRandomValues"] {
  let state = seed | 1;
  return (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < bytes.length; at++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      bytes[at] = state & 0xff;
    }
    return array;
  };
}
