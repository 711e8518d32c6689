/** Bytes per call, since a call has a limited number of arguments. */
const CHUNK = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let from = 0; from < bytes.length; from += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  return btoa(binary);
}
