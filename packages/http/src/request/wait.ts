import { WaitSecondsSchema, type Wait } from "@workspace-agent/core/internal";
import * as v from "valibot";
import type { RequestContext } from "./request-context.ts";

/** Delays the answer. The wait ends when the caller disconnects. */
export const waitParameter = v.optional(WaitSecondsSchema);

/** Requests with `wait` count as waits. */
export function longWait({
  query,
}: {
  readonly query: { readonly wait?: number | undefined };
}): "waits" | null {
  return (query.wait ?? 0) > 0 ? "waits" : null;
}

export function toWait(context: RequestContext, seconds: number | undefined): Wait | undefined {
  return seconds === undefined || seconds === 0 ? undefined : { seconds, signal: context.signal };
}
