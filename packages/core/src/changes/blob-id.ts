import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** The header that git hashes before the content of a blob. */
export const blobHeader = (size: number): string => `blob ${size}\0`;

/** git's id of a content: SHA-1, in hexadecimal. */
export async function blobId(content: Uint8Array): Promise<string> {
  const bytes = concatBytes(utf8ToBytes(blobHeader(content.length)), content);
  return bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-1", bytes.slice())));
}
