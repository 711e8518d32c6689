import * as v from "valibot";
import { TimestampSchema } from "../wire.ts";
import { ContentPartSchema } from "./content.ts";
import { RoleSchema } from "./item.ts";

/** A person's message, a response of the model, or the result of a tool call. */
export const MessageSchema = v.strictObject({
  id: v.string(),
  session_id: v.string(),
  turn_id: v.string(),
  seq: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.description(
      "Its position: the seq of the event that completed it. For a message that waited behind other turns, the seq of the event that started its turn.",
    ),
  ),
  role: RoleSchema,
  content: v.string(),
  parts: v.array(ContentPartSchema),
  created_at: TimestampSchema,
});
export type Message = v.InferOutput<typeof MessageSchema>;
