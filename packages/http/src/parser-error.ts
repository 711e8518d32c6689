import { DomainError } from "@workspace-agent/core";
import { addressesUnder } from "./addresses.ts";
import { problem } from "./answer/problem.ts";
import { requestIdOf } from "./request/request-id.ts";

/** What Node's `clientError` event tells. */
export interface ParserError {
  readonly code?: string | undefined;
}

/**
 * The whole HTTP/1.1 answer to a request that the server's parser refused before any handler saw it, such as one
 * with raw non-ASCII bytes in its target: the problem answer that a route would have given, for
 * `server.on("clientError", (error, socket) => socket.end(parserErrorAnswer(error)))`. The connection closes after it.
 */
export function parserErrorAnswer(error: ParserError, options: { readonly prefix?: string } = {}): string {
  // A caller who was too slow is told to repeat, which no code of the service says.
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
  }
  return rawAnswer(explain(error), options.prefix);
}

/**
 * The whole HTTP/1.1 answer to `CONNECT`, which is no request for a handler: for
 * `server.on("connect", (request, socket) => socket.end(connectAnswer()))`. The connection closes after it.
 */
export function connectAnswer(options: { readonly prefix?: string } = {}): string {
  const error = new DomainError("method_not_allowed", "This server is no proxy: it opens no tunnels.");
  return rawAnswer(error, options.prefix, { allow: "GET, HEAD, POST, PUT, PATCH, DELETE" });
}

function rawAnswer(error: DomainError, prefix = "", more: Readonly<Record<string, string>> = {}): string {
  const requestId = requestIdOf(null);
  const { status, headers, body } = problem(error, requestId, addressesUnder(prefix), more);
  const text = typeof body === "string" ? body : "";
  const lines = Object.entries({
    ...headers,
    "content-length": String(new TextEncoder().encode(text).byteLength),
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const reason = status === 405 ? "Method Not Allowed" : "Bad Request";
  return `HTTP/1.1 ${status} ${reason}\r\n${lines.join("")}\r\n${text}`;
}

function explain({ code }: ParserError): DomainError {
  if (code === "HPE_INVALID_URL") {
    return new DomainError(
      "path_not_encoded",
      "The URL holds bytes that have to be percent-encoded: a path is sent as one URL-encoded value.",
    );
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    return new DomainError("invalid_request", "The headers are too large.");
  }
  return new DomainError("invalid_request", "The request is not valid HTTP/1.1.");
}
