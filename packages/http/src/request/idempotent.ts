import type { CreateOptions } from "@workspace-agent/core/internal";
import type { RequestContext } from "./request-context.ts";

/** Passes the request's `Idempotency-Key` to a service; `headers` mark the answer to a repeat. */
export async function idempotent<T>(
  context: RequestContext,
  create: (options: CreateOptions) => Promise<T>,
): Promise<{ readonly made: T; readonly headers: Readonly<Record<string, string>> }> {
  const key = context.header("idempotency-key");
  let headers = {};
  const made = await create({
    idempotencyKey: key ?? undefined,
    onReplay: () => (headers = { "idempotent-replayed": "true" }),
  });
  return { made, headers };
}
