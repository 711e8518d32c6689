import type { PromptPart } from "../../ports/model.ts";
import type { ContentPart } from "../../domain/sessions/content.ts";

/** Deeper arguments could exhaust the stack of code that walks through them. */
const MAX_DEPTH = 100;

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(inner, depth - 1));
}

function parseArguments(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject && !isDeeperThan(value, MAX_DEPTH) ? value : {};
  } catch {
    return {};
  }
}

/** Models invent names that their providers then reject in a prompt. */
export function nameForPrompt(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unknown";
}

/** A part of a message for the prompt. Null if it is not shown. */
export function toPromptPart(part: ContentPart): PromptPart | null {
  switch (part.type) {
    case "text":
      return part.text.trim() === "" ? null : { type: "text", text: part.text };
    case "attachment":
      return { type: "text", text: part.text };
    case "reasoning":
      return { type: "reasoning", text: part.text, ...(part.provider && { provider: part.provider }) };
    case "tool_call":
      return {
        type: "tool_call",
        call_id: part.call_id,
        name: nameForPrompt(part.name),
        arguments: parseArguments(part.arguments),
        ...(part.provider && { provider: part.provider }),
      };
    case "image":
      return { type: "image", data: "", media_type: part.media_type, blob: part.blob };
    case "tool_result":
      return null;
  }
}
