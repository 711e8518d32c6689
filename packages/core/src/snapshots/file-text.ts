import { utf8Text } from "../runtime/utf8.ts";
import { MAX_TEXT_BYTES } from "./limits.ts";

/** Bytes as text, exactly. Null if they are not UTF-8, contain NUL, or are over 1 MiB. */
export function textOf(bytes: Uint8Array): string | null {
  return bytes.length > MAX_TEXT_BYTES || bytes.includes(0) ? null : utf8Text(bytes);
}
