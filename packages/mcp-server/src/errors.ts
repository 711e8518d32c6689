import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { DomainError, ERROR_CODES, type McpCall } from "@workspace-agent/core";
import { hostFailure } from "@workspace-agent/core/ports";

/** An error as models and programs read it: the code, what happened and what to do. */
export interface McpError {
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

/** Converts an error. Unexpected errors become `internal` and are logged. */
export function toMcpError(error: unknown, call: McpCall): McpError {
  if (DomainError.isInstance(error)) return described(error, call);
  call.report(error);
  return described(hostFailure(error) ?? new DomainError("internal", "The service failed."), call);
}

function described(error: DomainError, { requestId }: McpCall): McpError {
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

const LIBRARY = { access: "library:read", workspaceId: null, rateLimit: null } as const;

/** Runs a request for the library. Results of prompts and resources cannot be errors, so errors become protocol errors. */
export async function readLibrary<T>(call: McpCall, read: () => Promise<T>): Promise<T> {
  try {
    await call.permit(LIBRARY);
    return await read();
  } catch (error) {
    const data = toMcpError(error, call);
    const code = data.status >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
    throw new ProtocolError(code, `${data.code}: ${data.detail}`, data);
  }
}
