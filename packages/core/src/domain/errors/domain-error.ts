import type { JsonValue } from "../../runtime/json.ts";
import { ERROR_CODES, type ErrorCode } from "./codes.ts";

const MARKER = Symbol.for("workspace-agent.domain-error");

/** One bad field of a request body: a JSON Pointer into it (`#/message`) and what is wrong there. */
export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

export interface DomainErrorOptions {
  readonly cause?: unknown;
  readonly errors?: readonly FieldError[];
  /** Facts for the caller that the wire answer carries beside the standard members, such as `session_id`. */
  readonly extra?: Readonly<Record<string, JsonValue>>;
  /** Seconds after which a repeat makes sense. */
  readonly retryAfter?: number;
}

/**
 * Every error that a caller is meant to see. It is told apart by `code`, never by its text; `detail` is
 * written for the caller and holds no secret, path of the host, or SQL.
 */
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

  /** Whether a value is a domain error, even one made by another copy of this package. */
  static isInstance(value: unknown): value is DomainError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}
