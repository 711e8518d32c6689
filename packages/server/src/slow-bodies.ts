import type { IncomingMessage, ServerResponse } from "node:http";

/** Slower than any real connection. */
const LEAST_BYTES_PER_SECOND = 500;

/**
 * Calls `refuse` for a request whose body is slower than `LEAST_BYTES_PER_SECOND` in any period. Time in which the server does not read,
 * or has not asked for a body that waits for that, or in which the answer is sent while the body arrives, does not count.
 */
export function refuseSlowBody(
  request: IncomingMessage,
  response: ServerResponse,
  { periodMs, refuse }: { readonly periodMs: number; readonly refuse: () => void },
): void {
  const { headers, httpVersion, socket } = request;
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  if (!hasBody) return;
  let bytesBefore = socket.bytesRead;
  // HTTP/1.0 has no expectations (RFC 9110, 10.1.1).
  let isAsked = headers.expect === undefined || httpVersion === "1.0";
  const timer = setInterval(() => {
    const bytes = socket.bytesRead - bytesBefore;
    bytesBefore = socket.bytesRead;
    const wasAsked = isAsked;
    // `node:http` sets the first when the server asks. After an answer it never asks.
    isAsked ||= ("_sent100" in response && response._sent100 === true) || response.writableEnded;
    const waitsForServer = request.readableLength >= request.readableHighWaterMark;
    const isBeingAnswered = response.headersSent && !response.writableEnded;
    const isFastEnough = bytes >= (LEAST_BYTES_PER_SECOND * periodMs) / 1000;
    if (!wasAsked || request.complete || waitsForServer || isBeingAnswered || isFastEnough) return;
    clearInterval(timer);
    refuse();
  }, periodMs).unref();
  // The timer keeps a reference to the request and its credential.
  request.once("close", () => clearInterval(timer));
}
