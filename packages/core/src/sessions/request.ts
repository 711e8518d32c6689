import * as v from "valibot";
import { TimestampSchema } from "../wire.ts";

/** A question that only a person can answer: whether a tool may run, or what the agent asked. */
export const PendingRequestSchema = v.strictObject({
  id: v.string(),
  kind: v.picklist(["approval", "question"]),
  turn_id: v.string(),
  call_id: v.string(),
  tool: v.string(),
  /** What is asked, for people. */
  prompt: v.string(),
  arguments: v.string(),
  created_at: TimestampSchema,
  expires_at: TimestampSchema,
});
export type PendingRequest = v.InferOutput<typeof PendingRequestSchema>;
