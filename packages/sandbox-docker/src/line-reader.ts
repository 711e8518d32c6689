import type { Readable } from "node:stream";

/** Calls back for each whole line of a stream, as Latin-1. */
export function onLines(stream: Readable, onLine: (line: string) => void): void {
  let held = "";
  stream.on("data", (chunk: Buffer) => {
    const lines = (held + chunk.toString("latin1")).split("\n");
    held = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
}
