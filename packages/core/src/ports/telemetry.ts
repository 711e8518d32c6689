/** What a span tells: names and numbers; a text of a conversation only where the host asked for it. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | string[]>>;

export interface SpanStart {
  readonly name: string;
  /** `client`: it waits for another service. */
  readonly kind: "internal" | "client";
  readonly attributes: SpanAttributes;
  /** The span that it is a part of, or the caller's `traceparent` (W3C); absent: it begins a trace. */
  readonly parent?: TelemetrySpan | string;
}

/** A piece of work that is watched. No method throws. */
export interface TelemetrySpan {
  /** False where nobody keeps it: then there is nothing to set, and its parts need no spans. */
  readonly isRecording: boolean;
  set(attributes: SpanAttributes): void;
  /** It failed, by a class of errors and never by a message. */
  fail(errorType: string): void;
  end(): void;
  /** Runs work in which spans of libraries, such as an HTTP client's, become parts of this one. */
  run<T>(work: () => T): T;
}

/** Where spans go. */
export interface Telemetry {
  /** Whether spans hold what was said and done. */
  readonly recordsContent: boolean;
  startSpan(start: SpanStart): TelemetrySpan;
}
