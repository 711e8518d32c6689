import type { JsonValue } from "../../runtime/json.ts";
import { ERROR_CODES, type ErrorCode } from "./codes.ts";

const MARKER = Symbol.for("workspace-agent.domain-error");

/** An invalid field of a request body: its JSON Pointer (`#/message`) and what is wrong. */
export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

export interface DomainErrorOptions {
  readonly cause?: unknown;
  readonly errors?: readonly FieldError[];
  /** Additional members of the HTTP answer, such as `session_id`. */
  readonly extra?: Readonly<Record<string, JsonValue>>;
  /** Seconds after which to retry. */
  readonly retryAfter?: number;
}

/** An error for callers. `code` identifies it, never its text. `detail` is for the caller and contains no secrets, host paths or SQL. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors: readonly FieldError[] | undefined;
  readonly extra: Readonly<Record<string, JsonValue>> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, detail: string, options: DomainErrorOptions = {}) {
    super(`${code}: ${detail}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.detail = detail;
    this.errors = options.errors;
    this.extra = options.extra;
    this.retryAfter = options.retryAfter;
    Object.defineProperty(this, MARKER, { value: true });
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }

  get retryable(): boolean {
    return ERROR_CODES[this.code].retryable;
  }

  /** Whether a value is a domain error, also one of another copy of this package. */
  static isInstance(value: unknown): value is DomainError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
