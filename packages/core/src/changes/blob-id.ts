import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** git's id of a content: SHA-1 of a header and the content, in hexadecimal. */
export async function blobId(content: Uint8Array): Promise<string> {
  const bytes = concatBytes(utf8ToBytes(`blob ${content.length}\0`), content);
  return bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-1", bytes.slice())));
}
