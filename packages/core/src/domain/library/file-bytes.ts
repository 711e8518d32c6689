import { fromBase64, toBase64 } from "../../runtime/base64.ts";
import type { LibraryFile } from "./library-file.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes UTF-8. Null if the bytes are not valid. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

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
