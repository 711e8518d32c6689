import type { PromptPart } from "../../ports/model.ts";
import { estimatePart, estimateTokens } from "./estimate-tokens.ts";

/** The end of a text matters more than its start: it holds results, errors and the newest lines of a log. */
const HEAD_SHARE = 0.4;
const SHRINK = 0.85;

/** Omits the middle of a text that takes more than about `tokens`. */
export function shorten(text: string, tokens: number): string {
  const whole = estimateTokens(text);
  if (whole <= tokens) return text;
  let length = Math.floor((text.length * Math.max(0, tokens)) / whole);
  for (;;) {
    const head = Math.floor(length * HEAD_SHARE);
    const tail = length - head;
    const note = `\n[… ${text.length - length} characters omitted to fit the context window …]\n`;
    const short = `${text.slice(0, head)}${note}${tail > 0 ? text.slice(-tail) : ""}`.toWellFormed();
    if (length === 0 || estimateTokens(short) <= tokens) return short;
    length = Math.floor(length * SHRINK);
  }
}

function shortenStrings(value: unknown, tokens: number): unknown {
  if (typeof value === "string") return shorten(value, tokens);
  if (Array.isArray(value)) return value.map((inner: unknown) => shortenStrings(inner, tokens));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, shortenStrings(inner, tokens)]),
  );
}

/** Shortens a part to about `tokens`. Signed parts and images stay unchanged. */
export function shortenPart(part: PromptPart, tokens: number): PromptPart {
  if (estimatePart(part) <= tokens) return part;
  switch (part.type) {
    case "text":
    case "reasoning":
      return part.provider === undefined ? { ...part, text: shorten(part.text, tokens) } : part;
    case "tool_call":
      return { ...part, arguments: shortenStrings(part.arguments, tokens) };
    case "tool_result":
      return { ...part, output: shorten(part.output, tokens) };
    case "image":
      return part;
  }
}
