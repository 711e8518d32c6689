import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { Logger } from "@workspace-agent/core";
import { connectAnswer, parserErrorAnswer, type ParserError } from "@workspace-agent/http";
import { refuseSlowBody } from "./slow-bodies.ts";

/** The limit of all headers of a request including the request line. */
const MOST_HEADER_BYTES = 16 * 1024;
const KEEP_ALIVE_MS = 65_000;
/** How long the answer to a rejected request can be read. */
const LINGER_MS = 500;
/** How often refused connections are logged. */
const REFUSED_LOG_MS = 60_000;

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Maximum number of open connections; more are closed. */
  readonly maxConnections: number;
  /** The time from the start of a connection or request to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** The period in which a body must make progress; its total time is not limited. */
  readonly bodyTimeoutMs: number;
  readonly logger: Logger;
}

/** Starts to listen and returns the server and its port. */
export async function listen(
  handler: RequestListener,
  { host, port, maxConnections, headersTimeoutMs, bodyTimeoutMs, logger }: ListenOptions,
): Promise<{ server: Server; port: number }> {
  const listener: RequestListener = (request, response) => {
    refuseSlowBody(request, response, {
      periodMs: bodyTimeoutMs,
      refuse: () => endSocket(request.socket, response.headersSent ? null : parserErrorAnswer(TOO_SLOW)),
    });
    handler(request, response);
  };
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MOST_HEADER_BYTES,
      // The handler rejects these with a body that says why.
      requireHostHeader: false,
      headersTimeout: headersTimeoutMs,
      // The total time of a body is not limited.
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(headersTimeoutMs, 5_000),
    },
    listener,
  );
  // Without these, `node:http` requests the body before the headers were checked, and rejects without a
  // body.
  server.on("checkContinue", listener);
  server.on("checkExpectation", listener);
  server.on("connect", (_, socket) => endSocket(socket, connectAnswer()));
  server.maxConnections = maxConnections;
  logRefused(server, logger);
  // Requests that the parser rejects never reach the handler, so they are answered here in the same format.
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => answerParserError(error, socket));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
}

function answerParserError(error: NodeJS.ErrnoException, socket: Duplex): void {
  endSocket(socket, error.code === "ECONNRESET" || !socket.writable ? null : parserErrorAnswer(error));
}

const TOO_SLOW: ParserError = { code: "ERR_HTTP_REQUEST_TIMEOUT" };

/** A connection, with the response that it sends. `node:http` looks there too before it answers by itself. */
type Connection = Duplex & { readonly _httpMessage?: ServerResponse | null };

/** Closes a connection, after an answer if there is one, even if the caller does not close its side. */
function endSocket(socket: Connection, answer: string | null): void {
  // Within a response, a caller would take the answer for a part of it.
  if (answer === null || socket._httpMessage?.headersSent === true) {
    socket.destroy();
    return;
  }
  // A disconnect is not an error.
  socket.on("error", () => undefined);
  socket.end(answer);
  // Closing immediately would lose the answer for a caller that is still sending.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function logRefused(server: Server, logger: Logger): void {
  let refused = 0;
  let loggedAt = -Infinity;
  server.on("drop", () => {
    refused += 1;
    if (performance.now() - loggedAt < REFUSED_LOG_MS) return;
    logger.warn(
      { refused, max_connections: server.maxConnections },
      "connections are refused: MAX_CONNECTIONS is reached",
    );
    [refused, loggedAt] = [0, performance.now()];
  });
}

/** Accepts no new connections and closes idle ones. Resolves when all are closed, after `graceMs` at the latest. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}

/** A URL that people can open: `0.0.0.0` and `::` become localhost. */
export function displayUrl(host: string, port: number): string {
  const shown = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}
