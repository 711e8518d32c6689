import { ERROR_CODES, type ErrorCode, type FieldError } from "@workspace-agent/core";
import { ERROR_GUIDE } from "./error-guide.ts";

export interface ProblemExample {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly request_id: string;
  readonly errors?: readonly FieldError[];
  readonly [member: string]: unknown;
}

/** A whole answer with this code, as a caller may meet it on an instance under `prefix`. */
export function problemExample(code: ErrorCode, prefix = ""): ProblemExample {
  const { status, title } = ERROR_CODES[code];
  const { detail, errors, extra } = ERROR_GUIDE[code];
  return {
    ...extra,
    type: `${prefix}/api/docs/errors#${code}`,
    title,
    status,
    detail,
    code,
    request_id: "4t7m0q9kc2xv5b8n1rhj",
    ...(errors === undefined ? {} : { errors }),
  };
}
