import type { ErrorCode, FieldError, Problem } from "./schemas.ts";

const PROBLEM = Symbol.for("workspace-agent.problem-error");
const NETWORK = Symbol.for("workspace-agent.network-error");

function isMarked(value: unknown, marker: symbol): boolean {
  return typeof value === "object" && value !== null && marker in value;
}

/** An error response of the instance or of a proxy. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly [PROBLEM] = true;
  /** Stable. Null if the response is not from the instance. */
  readonly code: ErrorCode | null;
  readonly status: number;
  readonly detail: string;
  /** Identifies the request in the log of the instance. */
  readonly requestId: string | null;
  /** The invalid fields of the request body. */
  readonly errors: readonly FieldError[];
  /** Seconds to wait before retrying, if the instance sent them. */
  readonly retryAfter: number | null;
  /** The complete problem; some codes add fields, such as `session_id`. */
  readonly problem: Problem | null;

  constructor(response: Response, problem: Problem | null, detail: string) {
    super(problem === null ? `${response.status}: ${detail}` : `${problem.code}: ${detail}`);
    this.code = problem?.code ?? null;
    this.status = response.status;
    this.detail = detail;
    this.requestId = problem?.request_id ?? response.headers.get("x-request-id");
    this.errors = problem?.errors ?? [];
    this.retryAfter = secondsOf(response.headers.get("retry-after"));
    this.problem = problem;
  }

  /** Also true for errors of another copy of this package. */
  static isInstance(value: unknown): value is ProblemError {
    return isMarked(value, PROBLEM);
  }
}

/** There was no complete response: the connection failed or broke. `cause` is the error of `fetch` or of the body. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  readonly [NETWORK] = true;

  /** True also for an error of another copy of this package. */
  static isInstance(value: unknown): value is NetworkError {
    return isMarked(value, NETWORK);
  }
}

/** `Retry-After` is seconds or a date (RFC 9110, 10.2.3). */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "code" in body && "detail" in body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Creates the error for an unsuccessful response. */
export async function problemOf(response: Response): Promise<ProblemError> {
  // Browsers hide the target of a redirect; its status is 0.
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
    const target = response.headers.get("location") ?? "another address";
    return new ProblemError(response, null, `This URL redirects to ${target}. Use that URL.`);
  }
  const body = parsed(await response.text());
  if (isProblem(body)) return new ProblemError(response, body, body.detail);
  return new ProblemError(response, null, "The response is not from workspace-agent. Check the URL.");
}
