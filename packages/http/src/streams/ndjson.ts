import type { BulkLine } from "@workspace-agent/core/schemas";
import { LineParser } from "./line-parser.ts";
import { byteStream } from "./byte-stream.ts";
import type { LiveFormat } from "./live-stream.ts";

export const NDJSON = "application/x-ndjson";

/** Parses the lines of a body in batches. See `LineParser`. */
export async function* ndjsonLines(
  chunks: AsyncIterable<Uint8Array>,
  lineBytes: number,
): AsyncGenerator<readonly BulkLine[], void> {
  const parser = new LineParser(lineBytes);
  for await (const chunk of chunks) {
    const lines = parser.push(chunk);
    if (lines.length > 0) yield lines;
  }
  const rest = parser.end();
  if (rest.length > 0) yield rest;
}

const SEPARATORS = /[\u2028\u2029]/g;
const escaped = (separator: string) => (separator === "\u2028" ? "\\u2028" : "\\u2029");

/** Values as lines. Characters that other readers treat as line breaks are escaped. */
export function toLines(values: readonly unknown[]): string {
  let text = "";
  for (const value of values) text += `${JSON.stringify(value).replace(SEPARATORS, escaped)}\n`;
  return text;
}

async function* asLines(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string, void> {
  for await (const batch of batches) yield toLines(batch);
}

/** Batches of values as lines, each batch as one chunk. */
export function ndjson(
  batches: AsyncIterable<readonly unknown[]>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  return byteStream(asLines(batches), onError);
}

/** Values as lines as they come, with blank lines between them while there are none. */
export const LIVE_LINES: LiveFormat<readonly unknown[]> = {
  contentType: NDJSON,
  encode: toLines,
  preamble: "\n",
  keepAlive: "\n",
  atFailure: "break",
};

async function* asTextLines(batches: AsyncIterable<readonly string[]>): AsyncGenerator<string, void> {
  for await (const batch of batches) yield batch.map((text) => `${text}\n`).join("");
}

/** Batches of serialized values as lines. */
export function ndjsonTexts(
  batches: AsyncIterable<readonly string[]>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  return byteStream(asTextLines(batches), onError);
}
