import { DomainError } from "@workspace-agent/core";
import { addressesUnder } from "./addresses.ts";
import { problem } from "./answer/problem.ts";
import { requestIdOf } from "./request/request-id.ts";

/** The error of Node's `clientError` event. */
export interface ParserError {
  readonly message?: string;
  readonly code?: string | undefined;
}

/**
 * The complete HTTP/1.1 answer to a request that the HTTP parser rejected, such as one with unencoded bytes in its target. It contains the
 * same problem as the answer of a route. Use it as `server.on("clientError", (error, socket) => socket.end(parserErrorAnswer(error)))`;
 * the connection closes after it.
 */
export function parserErrorAnswer(error: ParserError, options: { readonly prefix?: string } = {}): string {
  // No error code of the service stands for a request timeout.
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
  }
  return rawAnswer(explain(error), options.prefix);
}

/**
 * The complete HTTP/1.1 answer to `CONNECT`, which no handler receives. Use it as `server.on("connect", (request, socket) =>
 * socket.end(connectAnswer()))`; the connection closes after it.
 */
export function connectAnswer(options: { readonly prefix?: string } = {}): string {
  const error = new DomainError("method_not_allowed", "This server is not a proxy and opens no tunnels.");
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
      "The URL contains bytes that must be percent-encoded. Send a path as one URL-encoded value.",
    );
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    return new DomainError("invalid_request", "The headers are too large.");
  }
  return new DomainError("invalid_request", "The request is not valid HTTP/1.1.");
}
