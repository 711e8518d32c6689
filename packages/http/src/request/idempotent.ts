import { DomainError } from "@workspace-agent/core";
import type { CreateOptions } from "@workspace-agent/core/internal";
import type { RequestContext } from "./request-context.ts";

/** Throws `invalid_request` for a key that is not 1 to 255 printable ASCII characters. */
function checkKey(key: string | null): void {
  if (key === null || /^[\x20-\x7e]{1,255}$/.test(key)) return;
  throw new DomainError("invalid_request", "Idempotency-Key must have 1 to 255 printable ASCII characters.");
}

/** Passes the request's `Idempotency-Key` to a service; `headers` mark the answer to a repeat. */
export async function idempotent<T>(
  context: RequestContext,
  create: (options: CreateOptions) => Promise<T>,
): Promise<{ readonly made: T; readonly headers: Readonly<Record<string, string>> }> {
  const key = context.header("idempotency-key");
  checkKey(key);
  let headers = {};
  const made = await create({
    ...(key === null ? {} : { idempotencyKey: key }),
    onReplay: () => (headers = { "idempotent-replayed": "true" }),
  });
  return { made, headers };
}
