import * as v from "valibot";

/** The `task` call of another session that a subagent works for. */
export const ParentSchema = v.strictObject({
  session_id: v.string(),
  turn_id: v.string(),
  call_id: v.string(),
});
export type Parent = v.InferOutput<typeof ParentSchema>;
