import { toBase64 } from "@workspace-agent/core/internal";
import { FixedPieces } from "@workspace-agent/core/ports";

/** The bytes of a file in a form that JSON can contain. */
export interface FileText {
  readonly encoding: "utf-8" | "base64";
  readonly content: string;
  /** The number of bytes in `content`, without an incomplete last character. */
  readonly length: number;
}

/** Text if the bytes are UTF-8 without NUL, up to the last complete character; otherwise base64. */
export function fileText(bytes: Uint8Array): FileText {
  const text = textOf(bytes);
  if (text === null) return { encoding: "base64", content: toBase64(bytes), length: bytes.byteLength };
  return { encoding: "utf-8", content: text, length: new TextEncoder().encode(text).byteLength };
}

function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    // A stream accepts an incomplete character at the end.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return text === "" && bytes.byteLength > 0 ? null : text;
  } catch {
    return null;
  }
}

/** The first bytes of a body, which is closed then. */
export async function firstBytes(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const pieces = new FixedPieces(body);
  try {
    return await pieces.next(most);
  } finally {
    await pieces.cancel();
  }
}
