import { activeTraceparent } from "@workspace-agent/core/internal";

/** What a caller's tracing knows of the request, in lower-case hexadecimal (W3C Trace Context). */
export interface TraceContext {
  readonly trace_id: string;
  readonly parent_span_id: string;
  readonly flags: string;
}

/** Version, trace, parent, flags; a later version may hold more behind them. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The context that a `traceparent` header gives, or null: what is not valid is ignored, as the standard says. */
export function traceContextOf(header: string | null): TraceContext | null {
  const [, version, traceId = "", spanId = "", flags = "00", more] =
    TRACEPARENT.exec(header?.trim() ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { trace_id: traceId, parent_span_id: spanId, flags };
}

/** A valid `traceparent` in its first version, in which no later one is kept; null for none. */
export function traceparentOf(header: string | null): string | null {
  const context = traceContextOf(header);
  return context === null ? null : `00-${context.trace_id}-${context.parent_span_id}-${context.flags}`;
}

/** What a turn of this request is a part of: the host's own span of it, which is the nearer one, else its caller's. */
export function parentOfTurn(header: string | null): string | null {
  return activeTraceparent() ?? traceparentOf(header);
}

/** By what the operator's log names a request: its id, and the caller's trace where there is one. */
export function logNames(requestId: string, request: Request): Readonly<Record<string, string>> {
  const header = request.headers.get("traceparent");
  const context = traceContextOf(header);
  if (context === null) return { request_id: requestId };
  const { trace_id, parent_span_id } = context;
  return { request_id: requestId, trace_id, parent_span_id };
}
