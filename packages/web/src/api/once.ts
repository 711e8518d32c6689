import { reportUnavailable, whenAvailable } from "./reachability.ts";
import { untilResponse } from "./until-response.ts";

/** Sends a request with an idempotency key, again after each outage until there is a response. */
export async function once<Result>(request: (key: string) => Promise<Result>): Promise<Result> {
  const key = crypto.randomUUID();
  const send = async () => await request(key);
  return await untilResponse(send, { reportUnavailable, whenAvailable }, new AbortController().signal);
}
