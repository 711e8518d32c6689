import * as v from "valibot";
import { TextStylesSchema } from "../domain/sessions/content.ts";
import { cleanText } from "../runtime/text.ts";
import type { ToolOutcome } from "./tool.ts";

const NO_OUTPUT = "[no output]";

/** What a tool may set. Other members of a `ToolOutcome` are of the service. */
const SETTABLE: ReadonlySet<string> = new Set<keyof ToolOutcome>([
  "output",
  "styles",
  "isError",
  "truncated",
  "dropped",
  "workingDirectory",
  "file",
  "appendix",
  "images",
]);

/** Whether a tool returned an outcome and not a JSON value. */
export function isOutcome(value: unknown): value is ToolOutcome {
  return (
    typeof value === "object" &&
    value !== null &&
    "output" in value &&
    typeof value.output === "string" &&
    Object.keys(value).every((key) => SETTABLE.has(key)) &&
    (!("styles" in value) || v.is(TextStylesSchema, value.styles))
  );
}

/** A string as it is, another value as JSON. */
export function textOf(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) as string | undefined);
  return text === undefined || text === "" ? NO_OUTPUT : text;
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/**
 * The last value of a tool's result. Each value of an async iterable before it is preliminary: `show` receives what it adds to the one
 * before, or all of it. Ends an iterable that goes on after `signal` has aborted.
 */
export async function lastValue(
  result: unknown,
  show: (text: string) => void,
  signal: AbortSignal,
): Promise<unknown> {
  const awaited = await result;
  if (!isIterable(awaited)) return awaited;
  const values = awaited[Symbol.asyncIterator]();
  let last: unknown;
  let shown = "";
  for (;;) {
    const { done, value } = (await values.next()) as IteratorResult<unknown, unknown>;
    if (done === true) return value === undefined ? last : value;
    last = value;
    if (signal.aborted) {
      await values.return?.();
      return last;
    }
    const text = cleanText(textOf(isOutcome(value) ? value.output : value));
    show(shown !== "" && text.startsWith(shown) ? text.slice(shown.length) : lineAfter(shown, text));
    shown = text;
  }
}

const lineAfter = (shown: string, text: string) =>
  shown === "" || shown.endsWith("\n") ? text : `\n${text}`;
