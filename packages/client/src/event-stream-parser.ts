import { NetworkError } from "./errors.ts";

/** One message of a stream of Server-Sent Events. */
export interface ServerSentMessage {
  readonly event: string;
  readonly data: string;
  /** What `Last-Event-ID` takes, if the message has one. */
  readonly id: string | null;
  /** Milliseconds to wait before a reconnection, if the message says so. A message without data may have it. */
  readonly retryMs: number | null;
}

export interface ParseOptions {
  /** Hears of everything that arrives, comments too. */
  readonly onChunk?: () => void;
  /** Ends the stream. */
  readonly signal?: AbortSignal;
}

/** Whole lines of a stream; what follows the last line end is not one. A line ends with LF, CR LF or CR. */
async function* linesOf(
  chunks: ReadableStream<Uint8Array>,
  { onChunk, signal }: ParseOptions,
): AsyncGenerator<string, void> {
  const reader = chunks.getReader();
  // Not every stream ends with the signal of the request that it answers.
  const leave = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener("abort", leave, { once: true });
  if (signal?.aborted === true) leave();
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let endedWithCr = false;
  try {
    for (;;) {
      const { value, done } = await reader.read().catch((error: unknown) => {
        throw new NetworkError("The stream of events broke off.", { cause: error });
      });
      if (done) return;
      onChunk?.();
      let text = decoder.decode(value, { stream: true });
      if (endedWithCr && text.startsWith("\n")) text = text.slice(1);
      if (text === "") continue;
      endedWithCr = text.endsWith("\r");
      // Only what is new is searched: a long line that comes in many pieces is put together once.
      const [first = "", ...others] = text.split(/\r\n|\n|\r/);
      pieces.push(first);
      for (const other of others) {
        yield pieces.join("");
        pieces = [other];
      }
    }
  } finally {
    signal?.removeEventListener("abort", leave);
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Reads Server-Sent Events as the HTML standard says (9.2.6). A message that the stream breaks off within is not given;
 * leaving the loop ends the stream.
 * Throws NetworkError where the stream breaks.
 */
export async function* parseEventStream(
  chunks: ReadableStream<Uint8Array>,
  options: ParseOptions = {},
): AsyncGenerator<ServerSentMessage, void> {
  let event = "";
  let data: string[] = [];
  let id: string | null = null;
  let retryMs: number | null = null;
  for await (const line of linesOf(chunks, options)) {
    if (line === "") {
      if (data.length > 0 || retryMs !== null) {
        yield { event: event === "" ? "message" : event, data: data.join("\n"), id, retryMs };
      }
      event = "";
      data = [];
      id = null;
      retryMs = null;
      continue;
    }
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "event") event = value;
    else if (field === "data") data.push(value);
    else if (field === "id" && !value.includes("\0")) id = value;
    else if (field === "retry" && /^\d+$/.test(value)) retryMs = Number(value);
  }
}
