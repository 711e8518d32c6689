import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type TracerProvider,
} from "@opentelemetry/api";
import type { SpanAttributes, SpanStart, Telemetry, TelemetrySpan } from "../ports/telemetry.ts";
import { VERSION } from "../version.ts";

export interface TelemetryOptions {
  /** Whose tracer makes the spans. Default: the one that was registered with `@opentelemetry/api`; without one, there are none. */
  readonly tracerProvider?: TracerProvider;
  /**
   * Whether spans hold what was said: the message of the turn, the model's answers, the arguments and results of tools. Values of
   * secret variables are replaced by their names. Default false.
   */
  readonly content?: boolean;
}

class OpenTelemetrySpan implements TelemetrySpan {
  readonly isRecording: boolean;
  readonly context: Context;

  constructor(
    private readonly span: Span,
    parent: Context,
  ) {
    this.isRecording = span.isRecording();
    this.context = trace.setSpan(parent, span);
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes);
  }

  fail(errorType: string): void {
    this.span.setAttribute("error.type", errorType);
    this.span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.span.end();
  }

  run<T>(work: () => T): T {
    return context.with(this.context, work);
  }
}

/** `00-<trace>-<span>-<flags>`, as it was checked at the door. */
function remoteContext(traceparent: string): Context {
  const [, traceId = "", spanId = "", flags = "00"] = traceparent.split("-");
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** Never the context that happens to be active: a runner takes turns of others up in the midst of a request. */
function contextOf(parent: SpanStart["parent"]): Context {
  if (parent === undefined) return ROOT_CONTEXT;
  if (typeof parent === "string") return remoteContext(parent);
  return parent instanceof OpenTelemetrySpan ? parent.context : ROOT_CONTEXT;
}

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const;

/** Spans by way of `@opentelemetry/api`, which costs next to nothing where no SDK is installed. */
export function openTelemetry({ tracerProvider, content = false }: TelemetryOptions = {}): Telemetry {
  const tracer = (tracerProvider ?? trace.getTracerProvider()).getTracer("workspace-agent", VERSION);
  return {
    recordsContent: content,
    startSpan({ name, kind, attributes, parent }) {
      const within = contextOf(parent);
      return new OpenTelemetrySpan(tracer.startSpan(name, { kind: KINDS[kind], attributes }, within), within);
    },
  };
}
