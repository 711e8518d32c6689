/** A place that holds a secret, counted from the start of the whole text. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  /** Of the longest that was found in it, which gives the name. */
  readonly longest: number;
}

/** Adds a span after others that are sorted; those that overlap become one. */
export function addSpan(spans: Span[], added: Span): void {
  let merged = added;
  for (let last = spans.at(-1); last !== undefined && merged.start < last.end; last = spans.at(-1)) {
    const { name, longest } = merged.longest > last.longest ? merged : last;
    merged = {
      start: Math.min(last.start, merged.start),
      end: Math.max(last.end, merged.end),
      name,
      longest,
    };
    spans.pop();
  }
  spans.push(merged);
}
