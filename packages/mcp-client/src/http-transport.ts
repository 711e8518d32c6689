import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  StreamableHTTPClientTransport,
  type FetchLike,
  type JSONRPCMessage,
  type RequestId,
} from "@modelcontextprotocol/client";
import { fetch, type Agent, type RequestInit as UndiciRequestInit } from "undici";
import { boundedBody } from "./bounded-body.ts";
import { STREAM_ENDED } from "./to-mcp-error.ts";

/** The most streams that are remembered for cancellation. More calls at once are unlikely. */
const MAX_STREAMS = 256;

const mediaType = (header: string | null) => (header ?? "").split(";", 1)[0]?.trim().toLowerCase();

/** A `fetch` through the agent that limits the size of messages. */
function boundedFetch(dispatcher: Agent, onTooLarge: () => void): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, { ...(init as UndiciRequestInit), dispatcher });
    const { body, headers, status, statusText } = response;
    if (body === null) return new Response(null, { status, statusText, headers: [...headers] });
    const isEventStream = mediaType(headers.get("content-type")) === "text/event-stream";
    const bounded = (body as ReadableStream<Uint8Array>).pipeThrough(boundedBody(isEventStream, onTooLarge));
    return new Response(bounded, { status, statusText, headers: [...headers] });
  };
}

type SendOptions = Parameters<StreamableHTTPClientTransport["send"]>[1];

/** Streamable HTTP in which a call fails if its stream ends without an answer, and a cancelled call closes its stream. */
export class HttpTransport extends StreamableHTTPClientTransport {
  private readonly streams = new Map<RequestId, AbortController>();

  constructor(
    url: URL,
    headers: Readonly<Record<string, string>>,
    dispatcher: Agent,
    /** Called when a message of the server is too long. */
    onTooLarge: () => void,
  ) {
    super(url, {
      requestInit: { headers: { ...headers } },
      fetch: boundedFetch(dispatcher, onTooLarge),
      reconnectionOptions: {
        initialReconnectionDelay: 500,
        maxReconnectionDelay: 5_000,
        reconnectionDelayGrowFactor: 2,
        maxRetries: 3,
      },
    });
  }

  override async send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
    if (Array.isArray(message) || !isJSONRPCRequest(message)) {
      await super.send(message, options).finally(() => this.release(message));
      return;
    }
    const { id } = message;
    const stream = this.open(id);
    const { requestSignal } = options ?? {};
    await super.send(message, {
      ...options,
      requestSignal:
        requestSignal === undefined ? stream.signal : AbortSignal.any([stream.signal, requestSignal]),
      onRequestStreamEnd: () => {
        this.streams.delete(id);
        options?.onRequestStreamEnd?.();
        // If the answer came before the end, the client ignores this one.
        this.onmessage?.({ jsonrpc: "2.0", id, error: { code: STREAM_ENDED, message: "No answer." } });
      },
    });
  }

  private open(id: RequestId): AbortController {
    const stream = new AbortController();
    this.streams.set(id, stream);
    const [oldest] = this.streams.keys();
    if (this.streams.size > MAX_STREAMS && oldest !== undefined) this.streams.delete(oldest);
    return stream;
  }

  /** Ends the stream of a call after its cancellation was sent. */
  private release(message: JSONRPCMessage | JSONRPCMessage[]): void {
    if (Array.isArray(message) || !isJSONRPCNotification(message)) return;
    if (message.method !== "notifications/cancelled") return;
    const id = message.params?.["requestId"];
    if (typeof id !== "string" && typeof id !== "number") return;
    this.streams.get(id)?.abort();
    this.streams.delete(id);
  }
}
