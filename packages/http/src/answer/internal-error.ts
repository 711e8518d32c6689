import { DomainError } from "@workspace-agent/core";

/** What a caller hears of an error that nobody foresaw: its request id, and nothing of the error. */
export function internalError(): DomainError {
  return new DomainError("internal", "The service failed; the operator finds the reason by the request id.");
}
