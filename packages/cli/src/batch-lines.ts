import { open } from "node:fs/promises";
import { addAbortSignal, type Readable } from "node:stream";
import type { BatchItem } from "@workspace-agent/client";
import { wrongUse } from "./exit-codes.ts";
import { parsedLine } from "./items-of-file.ts";
import { linesOf } from "./lines-of.ts";

async function streamOf(file: string): Promise<Readable> {
  if (file === "-") return process.stdin;
  const handle = await open(file).catch(() => {
    throw wrongUse(`The file ${file} does not exist or cannot be read.`);
  });
  return handle.createReadStream();
}

/**
 * The items in a file, or of standard input (`-`), one JSON object per line, read only as fast as they are sent. The signal stops the
 * reading, which would keep the process alive.
 */
export async function* batchLines(file: string, signal: AbortSignal): AsyncGenerator<BatchItem, void> {
  let number = 0;
  const input = await streamOf(file);
  for await (const line of linesOf(addAbortSignal(signal, input))) {
    number += 1;
    const text = number === 1 ? line.replace(/^\ufeff/, "") : line;
    // The instance validates each item.
    if (text.trim() !== "") yield parsedLine(text, number) as BatchItem;
  }
}
