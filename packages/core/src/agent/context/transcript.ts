import type { PromptMessage, PromptPart } from "../../ports/model.ts";
import type { PromptEntry } from "../prompt/prompt-entry.ts";
import { shorten } from "./shorten.ts";

/** How much of a part a summary needs. */
const USER_TOKENS = 2_000;
const SAID_TOKENS = 1_000;
const ARGUMENT_TOKENS = 250;
const OUTPUT_TOKENS = 500;

function partText(role: PromptMessage["role"], part: PromptPart): string {
  switch (part.type) {
    case "text":
      return shorten(part.text, role === "user" ? USER_TOKENS : SAID_TOKENS);
    case "reasoning":
      // Its conclusions are in what follows.
      return "";
    case "image":
      return "(an image)";
    case "tool_call":
      return `called ${part.name} ${shorten(JSON.stringify(part.arguments), ARGUMENT_TOKENS)}`;
    case "tool_result":
      return `${part.name}${part.is_error ? " failed" : ""}: ${shorten(part.output, OUTPUT_TOKENS)}`;
  }
}

function messageText({ role, parts }: PromptMessage): string {
  const text = parts
    .map((part) => partText(role, part))
    .filter((each) => each !== "")
    .join("\n");
  return text === "" ? "" : `[${role}]\n${text}`;
}

/** Entries as text for a summary, without its middle if it takes more than about `tokens`. */
export function transcriptOf(entries: readonly PromptEntry[], tokens: number): string {
  const texts = entries.flatMap((entry) => entry.messages()).map(messageText);
  return shorten(texts.filter((text) => text !== "").join("\n\n"), tokens);
}
