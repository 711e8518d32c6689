import type { Clock } from "../ports/clock.ts";
import type { WebhookFetch } from "../ports/webhook-fetch.ts";
import { readRetryAfter } from "./retry-schedule.ts";

const TIMEOUT_MS = 20_000;
/** Bytes of a response that are read, and dropped, so that its connection can be reused. */
const MAX_ANSWER_BYTES = 16_384;
const PRIVATE_ADDRESS = Symbol.for("workspace-agent.private-address-error");

/** The result of one attempt. */
export type TryOutcome =
  | { readonly kind: "delivered"; readonly status: number }
  /** The endpoint wants no more deliveries. */
  | { readonly kind: "gone"; readonly status: number; readonly error: string }
  | {
      readonly kind: "failed";
      readonly status: number | null;
      readonly error: string;
      readonly retryAfterMs: number;
    }
  /** This instance is stopping. */
  | { readonly kind: "stopped" };

function isPrivateAddress(error: unknown): boolean {
  for (let cause = error, depth = 0; depth < 5; depth++) {
    if (typeof cause !== "object" || cause === null) return false;
    if (PRIVATE_ADDRESS in cause) return true;
    cause = "cause" in cause ? cause.cause : null;
  }
  return false;
}

async function drain(response: Response): Promise<void> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  for (let read = 0; read < MAX_ANSWER_BYTES;) {
    const { done, value } = await reader.read();
    if (done) return;
    read += value.byteLength;
  }
  await reader.cancel();
}

function outcomeOf({ status, headers }: Response, now: number): TryOutcome {
  if (status >= 200 && status < 300) return { kind: "delivered", status };
  if (status === 410) return { kind: "gone", status, error: "The endpoint is gone (410)." };
  // Platforms that hide redirects report the status 0.
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  const words = status === 0 ? "a redirect" : String(status);
  return {
    kind: "failed",
    status: status === 0 ? null : status,
    error: `The endpoint answered ${words}${isRedirect ? "; redirects are not followed" : ""}.`,
    retryAfterMs: readRetryAfter(headers.get("retry-after"), now),
  };
}

/** An attempt without an answer. */
export const failed = (error: string): TryOutcome => ({
  kind: "failed",
  status: null,
  error,
  retryAfterMs: 0,
});

/** Sends a signed body once. Never throws. Of the response only the status is stored. */
export async function sendDelivery(
  fetch: WebhookFetch,
  request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  },
  { clock, stopping }: { readonly clock: Clock; readonly stopping: AbortSignal },
): Promise<TryOutcome> {
  const abort = new AbortController();
  const done = new AbortController();
  // Rejects even if `fetch` ignores its signal.
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  givenUp.catch(() => {});
  const giveUp = () => {
    abort.abort();
    reject(new Error("It was given up."));
  };
  stopping.addEventListener("abort", giveUp, { once: true });
  if (stopping.aborted) giveUp();
  void clock.sleep(TIMEOUT_MS, done.signal).then(() => {
    if (!done.signal.aborted) giveUp();
  });
  try {
    const { url, headers, body } = request;
    const { signal } = abort;
    const asked = fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    const response = await Promise.race([asked, givenUp]);
    const outcome = outcomeOf(response, clock.now());
    // The status is known; the body does not matter.
    await Promise.race([drain(response), givenUp]).catch(() => {});
    return outcome;
  } catch (error) {
    if (stopping.aborted) return { kind: "stopped" };
    if (abort.signal.aborted) return failed(`The endpoint did not answer within ${TIMEOUT_MS / 1000} s.`);
    if (isPrivateAddress(error))
      return failed("The endpoint is not at an address that this host lets webhooks reach.");
    return failed("The endpoint could not be reached.");
  } finally {
    done.abort();
    stopping.removeEventListener("abort", giveUp);
  }
}
