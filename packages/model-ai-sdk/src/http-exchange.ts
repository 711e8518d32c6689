import { request as requestHttp, type ClientRequest, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { lookupBy, resolveAsHost } from "@workspace-agent/public-address";

/** How long a connection may take to open. A connected provider may think as long as it likes. */
const CONNECT_MS = 10_000;

/** The system's lookup blocks threads that the whole process shares. The host configured the provider, so any address is allowed. */
const lookup = lookupBy(resolveAsHost);

export interface Sent {
  readonly method: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Pieces that are sent one after another. */
  readonly body: readonly Uint8Array[] | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A provider that has begun to work fails later than this. */
const STALE_WITHIN_MS = 1_000;

/** Whether a reused connection was closed by the provider while it was idle. */
function isStale(request: ClientRequest, { code }: NodeJS.ErrnoException, sentAt: number): boolean {
  const isCut = code === "ECONNRESET" || code === "EPIPE";
  return isCut && request.reusedSocket && performance.now() - sentAt < STALE_WITHIN_MS;
}

/** Fails a request whose connection does not open in time. */
function limitConnecting(request: ClientRequest, connected: "connect" | "secureConnect"): void {
  request.once("socket", (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => {
      request.destroy(
        Object.assign(new Error(`The connection did not open within ${CONNECT_MS / 1000} s.`), {
          code: "ETIMEDOUT",
        }),
      );
    }, CONNECT_MS);
    const end = () => clearTimeout(timer);
    socket.once(connected, end);
    request.once("close", end);
  });
}

const sizeOf = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, piece) => sum + piece.length, 0);

/** Sends a request. Resolves when the head of the answer has arrived. Rejects with the system's error or the signal's reason. */
export function exchange(url: URL, sent: Sent): Promise<IncomingMessage> {
  const { method, headers, body, signal } = sent;
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error);
      return;
    }
    const isSecure = url.protocol === "https:";
    const sentAt = performance.now();
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method,
      lookup,
      headers: { ...headers, ...(body !== undefined && { "content-length": sizeOf(body) }) },
      ...(signal !== undefined && { signal }),
    });
    let isAnswered = false;
    request.once("response", (answer) => {
      isAnswered = true;
      resolve(answer);
    });
    request.on("error", (error) => {
      if (signal?.aborted === true) reject(signal.reason as Error);
      else if (!isAnswered && isStale(request, error, sentAt)) resolve(exchange(url, sent));
      else reject(error);
    });
    request.setNoDelay(true);
    limitConnecting(request, isSecure ? "secureConnect" : "connect");
    for (const piece of body ?? []) request.write(piece);
    request.end();
  });
}
