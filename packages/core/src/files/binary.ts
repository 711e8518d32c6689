const SAMPLE_BYTES = 4_096;
const MAX_UNPRINTABLE = 0.3;

/** Whether the start of a file contains NUL or too many unprintable bytes for a text. */
export function isBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (sample.length === 0) return false;
  let unprintable = 0;
  for (const byte of sample) {
    if (byte === 0) return true;
    const isPrintable = byte >= 32 || (byte >= 8 && byte <= 13) || byte === 27;
    if (!isPrintable || byte === 127) unprintable += 1;
  }
  return unprintable / sample.length > MAX_UNPRINTABLE;
}
