import * as v from "valibot";
import { ContentPartSchema } from "./content.ts";

export const ItemKindSchema = v.picklist(["message", "reasoning", "tool_call", "tool_result", "system"]);

export const RoleSchema = v.picklist(["user", "assistant", "tool"]);

/**
 * A message, call or result. A `failed` item belongs to a model call that was retried or cut off; the model does not see it. The items of
 * one model response share their `message_id`. The parent of a tool result is its call.
 */
export const ItemSchema = v.strictObject({
  item_id: v.string(),
  turn_id: v.string(),
  message_id: v.string(),
  kind: ItemKindSchema,
  role: RoleSchema,
  status: v.picklist(["in_progress", "completed", "failed"]),
  content: v.array(ContentPartSchema),
  parent_item_id: v.optional(v.string()),
});
export type Item = v.InferOutput<typeof ItemSchema>;
