import type { PromptPart } from "../ports/model.ts";
import type { ContentPart } from "./content.ts";

function parseArguments(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
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
