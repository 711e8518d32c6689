import type { CreateOptions } from "@workspace-agent/core/internal";
import { json, type Answer } from "../answer/answer.ts";
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

/** As `idempotent`, and answers with what was created and its address in `collection`. */
export async function createdAnswer<T extends { readonly id: string }>(
  context: RequestContext,
  collection: string,
  create: (options: CreateOptions) => Promise<T>,
  status = 201,
): Promise<Answer> {
  const { made, headers } = await idempotent(context, create);
  const location = context.app.addresses.path(`${collection}/${made.id}`);
  return json(status, made, { location, ...headers });
}
