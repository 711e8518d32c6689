import { expect, test } from "vitest";
import { parseEventStream, type ServerSentMessage } from "./event-stream-parser.ts";

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function parsed(chunks: readonly (string | Uint8Array)[]): Promise<ServerSentMessage[]> {
  const encoder = new TextEncoder();
  const bytes = chunks.map((chunk) => (typeof chunk === "string" ? encoder.encode(chunk) : chunk));
  return await Array.fromAsync(parseEventStream(streamOf(bytes)));
}

const TEXT =
  "retry: 1000\n\n: hello\nid: 1\nevent: a\ndata: one\n\ndata: lines ä€😀\n\nevent: b\ndata: {}\r\n\r\ndata: cut";
const MESSAGES = [
  { event: "a", data: "one", id: "1" },
  { event: undefined, data: "lines ä€😀", id: undefined },
  { event: "b", data: "{}", id: undefined },
];

test("the bytes of a stream are read the same wherever they are split, and what is cut off is dropped", async () => {
  const bytes = new TextEncoder().encode(TEXT);
  for (let at = 1; at < bytes.length; at++) {
    expect(await parsed([bytes.slice(0, at), bytes.slice(at)])).toEqual(MESSAGES);
  }
});

test("the delay before a reconnection is passed on", async () => {
  const delays: number[] = [];
  const stream = streamOf([new TextEncoder().encode(TEXT)]);
  await Array.fromAsync(parseEventStream(stream, { onRetry: (ms) => delays.push(ms) }));
  expect(delays).toEqual([1000]);
});

test("a long line that comes in small pieces takes time in proportion", async () => {
  const piece = "x".repeat(1024);
  const [message] = await parsed(["data: ", ...Array.from({ length: 8192 }, () => piece), "\n\n"]);
  expect(message?.data).toHaveLength(8192 * 1024);
});

test("a reader that leaves ends the stream, and a broken stream is an error", async () => {
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("data: x\n\n")),
    cancel: () => void (cancelled = true),
  });
  for await (const { data } of parseEventStream(endless)) {
    expect(data).toBe("x");
    break;
  }
  expect(cancelled).toBe(true);
  const reset = new Error("reset");
  const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(reset) });
  await expect(Array.fromAsync(parseEventStream(broken))).rejects.toBe(reset);
});
