import { ModelError, type ModelErrorKind, type ModelRequest } from "@workspace-agent/core/ports";
import { isContextOverflow } from "./context-overflow.ts";
import { errorFacts, type ErrorFacts } from "./error-facts.ts";
import { retryAfterMs } from "./retry-after.ts";
import { shortMessage } from "./short-message.ts";

interface ModelErrorContext {
  /** No error repeats a part of it. */
  readonly request: ModelRequest;
  /** Values that never appear in an error, such as API keys. */
  readonly secrets?: readonly string[];
}

interface Verdict {
  readonly kind: ModelErrorKind;
  readonly retryable: boolean;
}

/** The statuses whose meaning does not follow from their class. */
const BY_STATUS: Readonly<Record<number, Verdict>> = {
  401: { kind: "auth", retryable: false },
  402: { kind: "rate_limited", retryable: false },
  403: { kind: "auth", retryable: false },
  408: { kind: "network", retryable: true },
  409: { kind: "overloaded", retryable: true },
  413: { kind: "context_overflow", retryable: false },
  429: { kind: "rate_limited", retryable: true },
  503: { kind: "overloaded", retryable: true },
  504: { kind: "network", retryable: true },
  529: { kind: "overloaded", retryable: true },
};

/** A used-up quota also has the status 429, but waiting does not help. Anthropic reports it as an invalid request, recognizable only by its text. */
function isQuotaSpent({ status, code, text }: ErrorFacts): boolean {
  if (/insufficient_quota|billing/.test(code)) return true;
  return status === 400 && /credit balance is too low/i.test(text);
}

function judge(facts: ErrorFacts): Verdict {
  const { status } = facts;
  if (facts.truncated === true) return { kind: "truncated", retryable: true };
  if (facts.network !== undefined) return { kind: "network", retryable: true };
  if (status === undefined || status === 400 || status === 422) {
    if (isContextOverflow(facts.code, facts.text)) return { kind: "context_overflow", retryable: false };
  }
  if (status === undefined) return { kind: "unknown", retryable: facts.retryable ?? false };
  if (isQuotaSpent(facts)) return { kind: "rate_limited", retryable: false };
  const known = BY_STATUS[status];
  if (known !== undefined) return known;
  return status >= 500 ? { kind: "unknown", retryable: true } : { kind: "invalid_request", retryable: false };
}

function describe(facts: ErrorFacts, { request, secrets }: ModelErrorContext): string {
  if (facts.truncated === true) return "the response ended before it was finished";
  if (facts.network !== undefined) return `the connection to the provider failed (${facts.network})`;
  const what = facts.status === undefined ? "the provider failed" : `the provider answered ${facts.status}`;
  const detail = shortMessage(
    [facts.code, facts.text].filter((text) => text !== "").join(": "),
    request,
    secrets,
  );
  return detail === "" ? what : `${what}: ${detail}`;
}

/**
 * Converts what a provider threw or streamed to a `ModelError`. It keeps no cause, because the errors of the AI SDK contain the complete
 * prompt and the headers of the answer.
 */
export function toModelError(error: unknown, context: ModelErrorContext): ModelError {
  if (ModelError.isInstance(error)) return error;
  const facts = errorFacts(error);
  const { kind, retryable } = judge(facts);
  return new ModelError(kind, describe(facts, context), {
    retryable,
    retryAfterMs: retryAfterMs(facts.headers),
  });
}
