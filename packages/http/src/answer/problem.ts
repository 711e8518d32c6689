import { ERROR_CODES, type DomainError } from "@workspace-agent/core";
import type { Addresses } from "../addresses.ts";
import type { Answer } from "./answer.ts";

export const PROBLEM_TYPE = "application/problem+json";

/** The body of an error (RFC 9457). */
export function problemBody(error: DomainError, requestId: string, addresses: Addresses) {
  const { status, title } = ERROR_CODES[error.code];
  return {
    ...error.extra,
    type: addresses.error(error.code),
    title,
    status,
    detail: error.detail,
    code: error.code,
    request_id: requestId,
    ...(error.errors === undefined ? {} : { errors: error.errors }),
  };
}

/** The answer for an error that the caller may see. */
export function problem(
  error: DomainError,
  requestId: string,
  addresses: Addresses,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return {
    status: error.status,
    headers: { "content-type": PROBLEM_TYPE, ...challenge(error), ...retryAfter(error), ...headers },
    body: JSON.stringify(problemBody(error, requestId, addresses)),
  };
}

/** The challenge of RFC 6750. */
function challenge(error: DomainError): Record<string, string> {
  if (error.code === "unauthenticated") return { "www-authenticate": "Bearer" };
  if (error.code === "invalid_token") return { "www-authenticate": 'Bearer error="invalid_token"' };
  if (error.code === "insufficient_scope") return { "www-authenticate": 'Bearer error="insufficient_scope"' };
  return {};
}

function retryAfter(error: DomainError): Record<string, string> {
  if (error.retryAfter !== undefined) return { "retry-after": String(Math.ceil(error.retryAfter)) };
  return error.code === "overloaded" ? { "retry-after": "1" } : {};
}
