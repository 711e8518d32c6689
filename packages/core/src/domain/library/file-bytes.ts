import { fromBase64, toBase64 } from "../../runtime/base64.ts";
import { utf8Text } from "../../runtime/utf8.ts";
import type { LibraryFile } from "./library-file.ts";

const encoder = new TextEncoder();

/** The bytes of a valid file. */
export function bytesOf(file: LibraryFile): Uint8Array<ArrayBuffer> {
  return "content" in file ? encoder.encode(file.content) : fromBase64(file.content_base64);
}

/** A file with its bytes as text if they are UTF-8, else as base64. */
export function fileOf(path: string, bytes: Uint8Array, executable: boolean): LibraryFile {
  const text = utf8Text(bytes);
  const entries = { path, ...(executable && { executable }) };
  return text === null ? { ...entries, content_base64: toBase64(bytes) } : { ...entries, content: text };
}
