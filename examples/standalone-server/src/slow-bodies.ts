import type { IncomingMessage, ServerResponse } from "node:http";

/** Slower than any line that people use. */
export const LEAST_BYTES_PER_SECOND = 500;

/**
 * Calls `refuse` for a request whose body comes too slowly: in each period it has to bring `LEAST_BYTES_PER_SECOND`, however long it
 * is. It may wait while it is the server that does not read on, and while the answer goes out as the body comes in.
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
  // It holds the request, with its credential.
  request.once("close", () => clearInterval(timer));
}
