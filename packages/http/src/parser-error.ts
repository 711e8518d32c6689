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
  const requestId = requestIdOf(null);
  const { headers, body } = problem(explain(error), requestId, addressesUnder(options.prefix ?? ""));
  const text = typeof body === "string" ? body : "";
  const lines = Object.entries({
    ...headers,
    "content-length": String(new TextEncoder().encode(text).byteLength),
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 400 Bad Request\r\n${lines.join("")}\r\n${text}`;
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
