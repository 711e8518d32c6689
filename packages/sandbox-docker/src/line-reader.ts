import type { Readable } from "node:stream";

const MOST_HELD = 65_536;

/** Calls back for each whole line of a stream, as Latin-1. Of a line without an end no more than 64 KiB is kept. */
export function onLines(stream: Readable, onLine: (line: string) => void): void {
  let held = "";
  stream.on("data", (chunk: Buffer) => {
    const lines = (held + chunk.toString("latin1")).split("\n");
    held = (lines.pop() ?? "").slice(0, MOST_HELD);
    for (const line of lines) onLine(line);
  });
}
