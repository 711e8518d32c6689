import type { IncomingMessage } from "node:http";
import { pipeline, type Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { exchange, type Sent } from "./http-exchange.ts";
import { currentRequest } from "./current-request.ts";
import { DeltaMerger } from "./delta-merger.ts";
import { LastLine } from "./last-line.ts";
import type { StreamEnd } from "./stream-end.ts";
import type { TextLane } from "./text-lane.ts";

/** How many packets may wait for a slow reader before the connection is paused. */
const MAX_WAITING = 16;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Statuses whose answers have no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Packages pass plain objects. Converting those to `Headers` and back would take longer than the rest of the request. */
function namedInLowerCase(given: RequestInit["headers"] = {}): Record<string, string> {
  // `Headers` of another implementation, such as the undici package, are not instances of ours but can be iterated.
  const entries = Symbol.iterator in given ? new Headers(given) : Object.entries(given);
  // As `Headers` do: an API key read from a file often ends with a line break.
  return Object.fromEntries(Array.from(entries, ([name, value]) => [name.toLowerCase(), value.trim()]));
}

/** The complete body, in pieces, of a request for which a package wrote this text. */
function wholeBody(text: string): readonly Uint8Array[] {
  const { prompt } = currentRequest();
  const whole = prompt?.complete(text) ?? null;
  if (prompt === null || whole === null) return [Buffer.from(text)];
  // After the request is sent, while the model works.
  setImmediate(() => prompt.remember(text));
  return whole;
}

/** The request for `node:http`, or null if its body is not text. */
function sentOf(input: string | URL | Request, init: RequestInit): Sent | null {
  const { method = "GET", body, signal } = init;
  if (input instanceof Request || (typeof body !== "string" && body != null)) return null;
  const headers = {
    accept: "*/*",
    ...namedInLowerCase(init.headers),
    // Compression delays the small pieces of a stream and saves nothing.
    "accept-encoding": "identity",
  };
  return {
    method,
    headers,
    // As bytes: `node:http` would encode a text twice, to measure it and to send it.
    body: typeof body === "string" ? wholeBody(body) : undefined,
    signal: signal ?? undefined,
  };
}

function headersOf(message: IncomingMessage): Headers {
  const headers = new Headers();
  const { rawHeaders } = message;
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  return headers;
}

const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/** Decodes the body: some gateways compress without being asked. */
function decoded(message: IncomingMessage): Readable {
  const encoding = message.headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (encoding === "identity") return message;
  const decoder = DECODERS.get(encoding)?.();
  if (decoder === undefined) {
    message.destroy();
    throw new TypeError("fetch failed", { cause: new Error(`The answer's encoding is ${encoding}.`) });
  }
  // `pipeline` forwards a failure of the message to the decoder, which is what is read.
  return pipeline(message, decoder, () => {});
}

/** What handles a stream of events on its way to the package. */
interface EventsReader {
  readonly merger: DeltaMerger;
  readonly lane: TextLane | null;
  readonly end: StreamEnd | null;
}

/** The body of an answer. The chunks of one packet arrive in the same turn of the event loop and are passed on as one. */
function bodyOf(
  message: Readable,
  reader: EventsReader | null,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  const { merger = null, lane = null, end = null } = reader ?? {};
  const lastLine = new LastLine();
  let pieces: Uint8Array[] = [];
  let isOver = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const pass = () => {
          if (pieces.length === 0 || isOver) return;
          const packet = pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
          pieces = [];
          lastLine.see(packet);
          const startsWhole = merger?.isAtBorder === true;
          const merged = merger === null ? packet : merger.merge(packet);
          if (lane?.takes(merged, startsWhole && merger.isAtBorder) !== true) controller.enqueue(merged);
          if ((controller.desiredSize ?? 0) <= 0 || lane?.isFull === true) message.pause();
        };
        if (lane !== null) lane.onTaken = () => message.resume();
        message.on("data", (piece: Uint8Array) => {
          if (pieces.push(piece) === 1) queueMicrotask(pass);
        });
        message.once("end", () => {
          if (isOver) return;
          pass();
          isOver = true;
          if (end !== null && lastLine.hasCome) end.isOver = true;
          controller.close();
        });
        message.on("error", (cause) => {
          isOver = true;
          controller.error(signal?.aborted === true ? signal.reason : new TypeError("terminated", { cause }));
        });
      },
      pull: () => void message.resume(),
      cancel() {
        isOver = true;
        message.destroy();
      },
    },
    { highWaterMark: MAX_WAITING },
  );
}

/**
 * A `fetch` on `node:http` for the provider packages, cheaper per token than Node's own. In streams of OpenAI's chat
 * protocol and Anthropic's it joins the pieces of text that arrive in one packet: a package spends as long on a short piece as on a long
 * one. Proxies and certificates are those of `node:http`'s global agents. Bodies other than text, and redirects, go to the global `fetch`.
 * Failures look like those of the global `fetch`.
 */
export async function modelFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const sent = sentOf(input, init);
  const { lane, end } = currentRequest();
  if (sent === null || input instanceof Request) return fetch(input, init);
  const message = await exchange(new URL(input), sent).catch((cause: unknown) => {
    if (sent.signal?.aborted === true) throw cause;
    throw new TypeError("fetch failed", { cause });
  });
  const status = message.statusCode ?? 0;
  if (REDIRECTS.has(status)) {
    message.destroy();
    return fetch(input, { ...init, ...(sent.body !== undefined && { body: Buffer.concat(sent.body) }) });
  }
  const headers = headersOf(message);
  if (BODILESS.has(status)) message.resume();
  const isEvents = headers.get("content-type")?.startsWith("text/event-stream") === true;
  const isAnswer = isEvents && status === 200;
  const body = BODILESS.has(status)
    ? null
    : bodyOf(decoded(message), isAnswer ? { merger: new DeltaMerger(), lane, end } : null, sent.signal);
  return new Response(body, { status, statusText: message.statusMessage ?? "", headers });
}
