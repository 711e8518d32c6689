import type { Wait } from "@workspace-agent/core/internal";
import * as v from "valibot";
import type { RequestContext } from "./request-context.ts";

/** Holds the answer; ends early when the caller goes away. */
export const waitParameter = v.optional(
  v.pipe(
    v.number(),
    v.minValue(0),
    v.maxValue(60),
    v.description("Seconds for which the answer is held, at most, until there is something to do."),
  ),
);

/** A request with such a parameter counts among the waits. */
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
