import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { Logger } from "@workspace-agent/core";
import { connectAnswer, parserErrorAnswer, type ParserError } from "@workspace-agent/http";
import { refuseSlowBody } from "./slow-bodies.ts";

/** Of all headers of a request together, with its first line. */
const MOST_HEADER_BYTES = 16 * 1024;
const KEEP_ALIVE_MS = 65_000;
/** For which the answer to what was refused may be read. */
const LINGER_MS = 500;
/** Connections that had to be refused are logged this often. */
const REFUSED_LOG_MS = 60_000;

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Connections at once; more are closed as they come. */
  readonly maxConnections: number;
  /** The time from the beginning of a connection or request to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** A body has to bring bytes in each such period; how long it lasts as a whole is not limited. */
  readonly bodyTimeoutMs: number;
  readonly logger: Logger;
}

/** Listens; resolves with the server and the port that it got. */
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
      // Refused by the handler, with a body that says why.
      requireHostHeader: false,
      headersTimeout: headersTimeoutMs,
      // A body of any length is good as long as it goes on.
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(headersTimeoutMs, 5_000),
    },
    listener,
  );
  // Without these, node:http asks for a body before anybody has looked at the head, and refuses without a word.
  server.on("checkContinue", listener);
  server.on("checkExpectation", listener);
  server.on("connect", (_, socket) => endSocket(socket, connectAnswer()));
  server.maxConnections = maxConnections;
  logRefused(server, logger);
  // What the parser refuses never reaches the handler: its answer is written here, in the same form.
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

/** Closes a connection, after an answer if there is one. A caller who does not close its own way then holds nothing. */
function endSocket(socket: Duplex, answer: string | null): void {
  if (answer === null) {
    socket.destroy();
    return;
  }
  // A caller who goes away meanwhile is no error.
  socket.on("error", () => undefined);
  socket.end(answer);
  // At once, the answer would be lost to a caller who is still sending.
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
      "connections are refused: as many as MAX_CONNECTIONS allows are open",
    );
    [refused, loggedAt] = [0, performance.now()];
  });
}

/** Takes no new connections and closes those that are idle; resolves when the last has ended, at the latest after `graceMs`. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}

/** The host part of an address that people can open: `0.0.0.0` and `::` are reached by loopback. */
export function displayUrl(host: string, port: number): string {
  const shown = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}
