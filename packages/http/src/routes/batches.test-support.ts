import type { Batch } from "@workspace-agent/core/schemas";

export const NDJSON = { "content-type": "application/x-ndjson" };

export const ndjson = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join("");

/** The values of lines; blank lines are left out. */
export function linesOf<Value>(text: string): readonly Value[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Value);
}

/** A body in chunks of so many bytes. */
export function cut(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let from = 0;
  return new ReadableStream({
    pull(controller) {
      if (from >= bytes.byteLength) {
        controller.close();
        return;
      }
      controller.enqueue(bytes.slice(from, from + size));
      from += size;
    },
  });
}

export const BATCH: Batch = {
  id: "bat_1",
  name: null,
  status: "completed",
  stop_reason: null,
  concurrency: 4,
  budget: {},
  stop_after_failures: null,
  defaults: { turn: {} },
  counts: { queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0 },
  usage: { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0, cost_usd: null },
  created_by: { kind: "user", id: "admin", name: "admin" },
  created_at: "2026-01-01T00:00:00.000Z",
  ended_at: "2026-01-01T00:00:01.000Z",
};
