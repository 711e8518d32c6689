import * as v from "valibot";
import { ContentPartSchema } from "./content.ts";

export const ItemKindSchema = v.picklist(["message", "reasoning", "tool_call", "tool_result", "system"]);
export type ItemKind = v.InferOutput<typeof ItemKindSchema>;

export const RoleSchema = v.picklist(["user", "assistant", "tool"]);
export type Role = v.InferOutput<typeof RoleSchema>;

/**
 * One thing that was said or done. A `failed` item was given up (its model call is retried, or was cut off) and is not
 * shown to the model. Items of one model response share their `message_id`; a tool result's parent is its call.
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
