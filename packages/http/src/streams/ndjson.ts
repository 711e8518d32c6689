import type { BulkLine } from "@workspace-agent/core";
import { LineParser } from "./line-parser.ts";

export const NDJSON = "application/x-ndjson";

/** The lines of a body as they come, in batches. See `LineParser` for what counts as one. */
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

/** Values as lines, each with its end. */
export function toLines(values: readonly unknown[]): string {
  let text = "";
  for (const value of values) text += `${JSON.stringify(value)}\n`;
  return text;
}

/**
 * Batches as lines, each batch one chunk, taken as fast as it is read. A source that fails breaks the answer off, so
 * that a part is never taken for the whole.
 */
export function ndjson(
  batches: AsyncIterable<readonly unknown[]>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source = batches[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          for (;;) {
            const next = await source.next();
            if (next.done === true) {
              controller.close();
              return;
            }
            if (next.value.length === 0) continue;
            controller.enqueue(encoder.encode(toLines(next.value)));
            return;
          }
        } catch (error) {
          onError(error);
          controller.error(error);
        }
      },
      async cancel() {
        await source.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
