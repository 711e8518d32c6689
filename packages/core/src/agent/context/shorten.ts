import type { PromptPart } from "../../ports/model.ts";
import { estimatePart, estimateTokens } from "./estimate-tokens.ts";

/** The end of a text says more than its beginning: results, errors and the last of a log stand there. */
const HEAD_SHARE = 0.4;
const SHRINK = 0.85;

/** The text with its middle left out, so that it takes about `tokens` at most. Shorter ones come back as they are. */
export function shorten(text: string, tokens: number): string {
  const whole = estimateTokens(text);
  if (whole <= tokens) return text;
  let length = Math.floor((text.length * Math.max(0, tokens)) / whole);
  for (;;) {
    const head = Math.floor(length * HEAD_SHARE);
    const tail = length - head;
    const note = `\n[… ${text.length - length} characters left out to make room …]\n`;
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

/** A part that takes about `tokens` at most. What a provider signed, and images, stay as they are. */
export function shortenPart(part: PromptPart, tokens: number): PromptPart {
  if (estimatePart(part) <= tokens) return part;
  switch (part.type) {
    case "text":
      return part.provider === undefined ? { ...part, text: shorten(part.text, tokens) } : part;
    case "tool_call":
      return { ...part, arguments: shortenStrings(part.arguments, tokens) };
    case "tool_result":
      return { ...part, output: shorten(part.output, tokens) };
    case "reasoning":
      return part.provider === undefined ? { ...part, text: shorten(part.text, tokens) } : part;
    case "image":
      return part;
  }
}
