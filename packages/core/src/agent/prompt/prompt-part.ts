import type { PromptPart } from "../../ports/model.ts";
import type { ContentPart } from "../../domain/sessions/content.ts";

/** Deeper arguments are nonsense, and what walks through them would run out of its stack. */
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

/** Models make names up that their providers then refuse to be shown again. */
export function nameForPrompt(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unknown";
}

/** What the model is shown of a part that a person, or it itself, has said; null: nothing. */
export function toPromptPart(part: ContentPart): PromptPart | null {
  switch (part.type) {
    case "text":
      return part.text.trim() === "" ? null : { type: "text", text: part.text };
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
