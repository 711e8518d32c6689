import type { IncomingMessage, ServerResponse } from "node:http";

/** Slower than any real connection. */
export const LEAST_BYTES_PER_SECOND = 500;

/**
 * Calls `refuse` for a request whose body is slower than `LEAST_BYTES_PER_SECOND` in any period. Time in which the server does not read,
 * or in which the answer is sent while the body arrives, does not count.
 */
export function refuseSlowBody(
  request: IncomingMessage,
  response: ServerResponse,
  { periodMs, refuse }: { readonly periodMs: number; readonly refuse: () => void },
): void {
  const { headers, socket } = request;
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  if (!hasBody) return;
  let bytesBefore = socket.bytesRead;
  const timer = setInterval(() => {
    const bytes = socket.bytesRead - bytesBefore;
    bytesBefore = socket.bytesRead;
    const waitsForServer = request.readableLength >= request.readableHighWaterMark;
    const isBeingAnswered = response.headersSent && !response.writableEnded;
    const isFastEnough = bytes >= (LEAST_BYTES_PER_SECOND * periodMs) / 1000;
    if (request.complete || waitsForServer || isBeingAnswered || isFastEnough) return;
    clearInterval(timer);
    refuse();
  }, periodMs).unref();
  // The timer keeps a reference to the request and its credential.
  request.once("close", () => clearInterval(timer));
}
