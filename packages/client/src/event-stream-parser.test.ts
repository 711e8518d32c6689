import { expect, test } from "vitest";
import { NetworkError } from "./errors.ts";
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
  "retry: 1000\n\n: hello\nid: 1\nevent: a\ndata: one\n\ndata:two\ndata: lines ä€😀\n\ndata\n\nid: 2\n\nevent: b\ndata: {}\r\n\r\ndata: c\r\rdata: cut";
const MESSAGES = [
  { event: "message", data: "", id: null, retryMs: 1000 },
  { event: "a", data: "one", id: "1", retryMs: null },
  { event: "message", data: "two\nlines ä€😀", id: null, retryMs: null },
  { event: "message", data: "", id: null, retryMs: null },
  { event: "b", data: "{}", id: null, retryMs: null },
  { event: "message", data: "c", id: null, retryMs: null },
];

test("a stream is read as the standard says, and what is cut off is not given", async () => {
  expect(await parsed([TEXT])).toEqual(MESSAGES);
});

test("it makes no difference where a stream is split", async () => {
  const bytes = new TextEncoder().encode(TEXT);
  for (let at = 1; at < bytes.length; at++) {
    expect(await parsed([bytes.slice(0, at), bytes.slice(at)])).toEqual(MESSAGES);
  }
  expect(await parsed([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(MESSAGES);
});

test("a byte order mark at the start is no part of the first field", async () => {
  expect(await parsed([Uint8Array.of(0xef, 0xbb, 0xbf), "data: x\n\n"])).toMatchObject([{ data: "x" }]);
});

test("a long line that comes in small pieces takes time in proportion", async () => {
  const piece = "x".repeat(1024);
  const [message] = await parsed(["data: ", ...Array.from({ length: 8192 }, () => piece), "\n\n"]);
  expect(message?.data).toHaveLength(8192 * 1024);
});

test("a reader that leaves ends the stream, and one that breaks is told as such", async () => {
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
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error("reset")),
  });
  await expect(Array.fromAsync(parseEventStream(broken))).rejects.toBeInstanceOf(NetworkError);
});
