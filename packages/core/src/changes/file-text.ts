import { MAX_TEXT_BYTES } from "./limits.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes as the text that they are, to the byte; null where they are none: not UTF-8, with NUL, or over 1 MiB. */
export function textOf(bytes: Uint8Array): string | null {
  if (bytes.length > MAX_TEXT_BYTES || bytes.includes(0)) return null;
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
