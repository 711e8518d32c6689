import { activeTraceparent } from "@workspace-agent/core/internal";

/** The trace context of a caller, in lower-case hexadecimal (W3C Trace Context). */
export interface TraceContext {
  readonly trace_id: string;
  readonly parent_span_id: string;
  readonly flags: string;
}

/** Version, trace id, parent id, flags; later versions may append more. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Parses a `traceparent` header; null if invalid, which the standard says to ignore. */
export function traceContextOf(header: string | null): TraceContext | null {
  const [, version, traceId = "", spanId = "", flags = "00", more] =
    TRACEPARENT.exec(header?.trim() ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { trace_id: traceId, parent_span_id: spanId, flags };
}

/** A valid `traceparent` in version 00; null for none. */
export function traceparentOf(header: string | null): string | null {
  const context = traceContextOf(header);
  return context === null ? null : `00-${context.trace_id}-${context.parent_span_id}-${context.flags}`;
}

/** The parent of turns that this request starts: the active span of the host, otherwise that of the caller. */
export function parentOfTurn(header: string | null): string | null {
  return activeTraceparent() ?? traceparentOf(header);
}

/** The log fields that identify a request: its id and the trace of the caller. */
export function logNames(requestId: string, request: Request): Readonly<Record<string, string>> {
  const header = request.headers.get("traceparent");
  const context = traceContextOf(header);
  if (context === null) return { request_id: requestId };
  const { trace_id, parent_span_id } = context;
  return { request_id: requestId, trace_id, parent_span_id };
}
