import type { PromptPart } from "../../ports/model.ts";
import type { ContentPart } from "../../domain/sessions/content.ts";
import { isDeeper, isObject } from "../../runtime/json.ts";

/** Of arguments, in levels. */
const MAX_DEPTH = 100;

function parseArguments(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && !isDeeper(value, MAX_DEPTH) ? value : {};
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
