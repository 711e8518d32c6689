import type { ErrorCode, FieldError, Problem } from "./schemas.ts";

const PROBLEM = Symbol.for("workspace-agent.problem-error");
const NETWORK = Symbol.for("workspace-agent.network-error");

function isMarked(value: unknown, marker: symbol): boolean {
  return typeof value === "object" && value !== null && marker in value;
}

/** What the instance, or something on the way to it, answered in the place of what was asked for. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly [PROBLEM] = true;
  /** Stable. Null: the answer is none of the instance's, such as one of a proxy. */
  readonly code: ErrorCode | null;
  readonly status: number;
  readonly detail: string;
  /** What to tell the operator: it is in the instance's log. */
  readonly requestId: string | null;
  /** One for each bad field of the request's body. */
  readonly errors: readonly FieldError[];
  /** Seconds to wait before the next attempt, as the instance said. */
  readonly retryAfter: number | null;
  /** The whole answer; some codes add members, such as `session_id`. */
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

  /** True also for an error of another copy of this package. */
  static isInstance(value: unknown): value is ProblemError {
    return isMarked(value, PROBLEM);
  }
}

/** There was no answer: no connection, or one that broke. `cause` is what `fetch` threw. */
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

/** The error that an answer which is none of success stands for. */
export async function problemOf(response: Response): Promise<ProblemError> {
  // A browser hides where a redirect leads: its status is 0.
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
    const target = response.headers.get("location") ?? "another address";
    return new ProblemError(response, null, `This address leads to ${target}: use that one.`);
  }
  const body = parsed(await response.text().catch(() => ""));
  if (isProblem(body)) return new ProblemError(response, body, body.detail);
  return new ProblemError(response, null, "The answer is none of workspace-agent. Is the address right?");
}
