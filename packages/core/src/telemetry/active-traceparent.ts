import { isSpanContextValid, trace } from "@opentelemetry/api";

/**
 * The span that is active where this is called, such as the host's of its request, as a `traceparent` (W3C, version 00); null where there
 * is none, or no context manager is registered with `@opentelemetry/api`.
 */
export function activeTraceparent(): string | null {
  const active = trace.getActiveSpan()?.spanContext();
  if (active === undefined || !isSpanContextValid(active)) return null;
  const flags = active.traceFlags.toString(16).padStart(2, "0");
  return `00-${active.traceId}-${active.spanId}-${flags}`;
}
