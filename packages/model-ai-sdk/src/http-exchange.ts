import { request as requestHttp, type ClientRequest, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { lookupBy, resolveAsHost } from "@workspace-agent/public-address";

/** Of a provider that does not answer at all; one that thinks may take as long as it likes. */
const CONNECT_MS = 10_000;

/** The system's own holds threads that the whole process shares. Where a provider is, the host has said: it may be at any address. */
const lookup = lookupBy(resolveAsHost);

export interface Sent {
  readonly method: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** In pieces, which are sent one after another. */
  readonly body: readonly Uint8Array[] | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A provider that had begun to work takes longer to break off. */
const STALE_WITHIN_MS = 1_000;

/** A connection that was kept and that the other side closes as it is used again. */
function isStale(request: ClientRequest, { code }: NodeJS.ErrnoException, sentAt: number): boolean {
  const isCut = code === "ECONNRESET" || code === "EPIPE";
  return isCut && request.reusedSocket && performance.now() - sentAt < STALE_WITHIN_MS;
}

/** Ends a request whose connection does not come about. */
function limitConnecting(request: ClientRequest, connected: "connect" | "secureConnect"): void {
  request.once("socket", (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => {
      request.destroy(Object.assign(new Error("The connection took too long."), { code: "ETIMEDOUT" }));
    }, CONNECT_MS);
    const end = () => clearTimeout(timer);
    socket.once(connected, end);
    request.once("close", end);
  });
}

const sizeOf = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, piece) => sum + piece.length, 0);

/** Sends a request and gives the answer when its head is there. Rejects with the system's error, or with the signal's reason. */
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
