const CHUNK = 8_192;

/** The bytes of a text in base64, which its caller has checked. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Bytes in base64, with padding. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK)
    parts.push(String.fromCharCode(...bytes.subarray(start, start + CHUNK)));
  return btoa(parts.join(""));
}
