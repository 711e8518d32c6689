import {
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
  type SpanKind,
  type SpanOptions,
  type TracerProvider,
} from "@opentelemetry/api";

interface KeptSpan {
  readonly name: string;
  readonly kind: SpanKind | undefined;
  readonly context: SpanContext;
  readonly parent: SpanContext | undefined;
  readonly attributes: Attributes;
  isFailed: boolean;
  hasEnded: boolean;
}

class MemorySpan implements Span {
  constructor(private readonly kept: KeptSpan) {}

  spanContext(): SpanContext {
    return this.kept.context;
  }
  setAttribute(key: string, value: Attributes[string]): this {
    this.kept.attributes[key] = value;
    return this;
  }
  setAttributes(attributes: Attributes): this {
    Object.assign(this.kept.attributes, attributes);
    return this;
  }
  setStatus({ code }: { readonly code: SpanStatusCode }): this {
    this.kept.isFailed = code === SpanStatusCode.ERROR;
    return this;
  }
  end(): void {
    if (this.kept.hasEnded) throw new Error(`The span ${this.kept.name} ended twice.`);
    this.kept.hasEnded = true;
  }
  isRecording(): boolean {
    return !this.kept.hasEnded;
  }
  addEvent(): this {
    return this;
  }
  addLink(): this {
    return this;
  }
  addLinks(): this {
    return this;
  }
  updateName(): this {
    return this;
  }
  recordException(): void {}
}

/** Keeps every span, begun or ended, as an exporter in memory would. */
export function memorySpans(): {
  readonly tracerProvider: TracerProvider;
  readonly spans: readonly KeptSpan[];
} {
  const spans: KeptSpan[] = [];
  const startSpan = (name: string, { kind, attributes = {} }: SpanOptions = {}, within?: Context): Span => {
    const parent = within === undefined ? undefined : trace.getSpanContext(within);
    const number = (spans.length + 1).toString(16);
    const traceId = parent?.traceId ?? number.padStart(32, "f");
    const kept: KeptSpan = {
      name,
      kind,
      context: { traceId, spanId: number.padStart(16, "e"), traceFlags: 1 },
      parent,
      attributes: { ...attributes },
      isFailed: false,
      hasEnded: false,
    };
    spans.push(kept);
    return new MemorySpan(kept);
  };
  const startActiveSpan = (): never => {
    throw new Error("Spans are begun by their parents here.");
  };
  return { tracerProvider: { getTracer: () => ({ startSpan, startActiveSpan }) }, spans };
}
