import * as v from "valibot";
import { TimestampSchema } from "../wire.ts";
import { ContentPartSchema } from "./content.ts";
import { RoleSchema } from "./item.ts";

/** What was said in one go: a person's message, one response of the model, or the result of one tool call. */
export const MessageSchema = v.strictObject({
  id: v.string(),
  session_id: v.string(),
  turn_id: v.string(),
  seq: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.description(
      "Where it stands: the seq of the event that completed it, or, of a message that waited behind other turns, of the one with which its own turn began.",
    ),
  ),
  role: RoleSchema,
  content: v.string(),
  parts: v.array(ContentPartSchema),
  created_at: TimestampSchema,
});
export type Message = v.InferOutput<typeof MessageSchema>;
