import { toBase64 } from "@workspace-agent/core/internal";

/** Bytes of a file as JSON can hold them. */
export interface FileText {
  readonly encoding: "utf-8" | "base64";
  readonly content: string;
  /** How many of the bytes it holds: without a character of which the end is missing. */
  readonly length: number;
}

/** Bytes as text where they are UTF-8 without NUL, up to the last whole character; else all of them in base64. */
export function fileText(bytes: Uint8Array): FileText {
  const text = textOf(bytes);
  if (text === null) return { encoding: "base64", content: toBase64(bytes), length: bytes.byteLength };
  return { encoding: "utf-8", content: text, length: new TextEncoder().encode(text).byteLength };
}

function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    // A stream may go on: the beginning of a character at its end is no fault.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return text === "" && bytes.byteLength > 0 ? null : text;
  } catch {
    return null;
  }
}

/** No more than so many bytes of a body, which is released then. */
export async function firstBytes(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= most) break;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes.subarray(0, most);
}
