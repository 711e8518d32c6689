import { newId } from "../domain/ids.ts";
import type { Item } from "../domain/sessions/item.ts";
import type { PromptBuilder } from "./prompt/prompt-builder.ts";

/** The ids that all providers accept. */
const CALL_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Replaces call ids that a provider would reject or that the session used before: some providers count from zero in each response. */
export function withUniqueCallIds(items: readonly Item[], prompt: PromptBuilder): Item[] {
  const seen = new Set<string>();
  return items.map((item) => ({
    ...item,
    content: item.content.map((part) => {
      if (part.type !== "tool_call") return part;
      const isNew = CALL_ID.test(part.call_id) && !seen.has(part.call_id) && !prompt.hasCall(part.call_id);
      const call_id = isNew ? part.call_id : newId("item").replace("item_", "call_");
      seen.add(call_id);
      return { ...part, call_id };
    }),
  }));
}
