import type { Readable } from "node:stream";

const MOST_HELD = 65_536;

/** Calls back for each complete line of a stream, as Latin-1. Stores at most 64 KiB of an incomplete line. */
export function onLines(stream: Readable, onLine: (line: string) => void): void {
  let held = "";
  stream.on("data", (chunk: Buffer) => {
    const lines = (held + chunk.toString("latin1")).split("\n");
    held = (lines.pop() ?? "").slice(0, MOST_HELD);
    for (const line of lines) onLine(line);
  });
}
