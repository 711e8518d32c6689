import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { DomainError, ERROR_CODES } from "@workspace-agent/core";
import { hostFailure } from "@workspace-agent/core/internal";
import type { McpCall } from "./mcp-call.ts";

/** An error of the contract as a model and a program read it: its code, what happened, and what to do. */
export interface ToldError {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly what_to_do: string;
  readonly retryable: boolean;
  /** Seconds. */
  readonly retry_after?: number;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  readonly request_id: string;
}

/** The contract's error behind what was thrown. What is none of the caller's business is `internal`, and told to the operator. */
export function tell(error: unknown, call: McpCall): ToldError {
  if (DomainError.isInstance(error)) return told(error, call);
  call.report(error);
  return told(hostFailure(error) ?? new DomainError("internal", "The service failed."), call);
}

function told(error: DomainError, { requestId }: McpCall): ToldError {
  const { status, help, retryable } = ERROR_CODES[error.code];
  return {
    ...error.extra,
    code: error.code,
    status,
    detail: error.detail,
    what_to_do: help,
    retryable,
    ...(error.retryAfter === undefined ? {} : { retry_after: Math.ceil(error.retryAfter) }),
    ...(error.errors === undefined ? {} : { errors: error.errors }),
    request_id: requestId,
  };
}

/** The same for prompts and resources, whose results cannot be errors: an error of the protocol with the contract's as its data. */
export function toProtocolError(error: unknown, call: McpCall): ProtocolError {
  const data = tell(error, call);
  const code = data.status >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, `${data.code}: ${data.detail}`, data);
}
