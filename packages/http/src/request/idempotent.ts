import type { CreateOptions } from "@workspace-agent/core/internal";
import type { ErrorCode } from "@workspace-agent/core";
import type { RequestContext } from "./request-context.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";

/** What a route that takes an `Idempotency-Key` may answer with besides; its document names the two headers. */
export const IDEMPOTENCY_ERRORS = [
  "idempotency_in_progress",
  "idempotency_key_reused",
] as const satisfies readonly ErrorCode[];

/** Hands the key of a request to a service, and the headers that tell of a repeat to its answer. */
export async function idempotent<T>(
  context: RequestContext,
  create: (options: CreateOptions) => Promise<T>,
): Promise<{ readonly made: T; readonly headers: Readonly<Record<string, string>> }> {
  const key = idempotencyKeyOf(context.header("idempotency-key"));
  let headers = {};
  const made = await create({
    ...(key === null ? {} : { idempotencyKey: key }),
    onReplay: () => (headers = { "idempotent-replayed": "true" }),
  });
  return { made, headers };
}
