import * as v from "valibot";
import { StopReasonSchema, TurnStatsSchema } from "./turn.ts";

/** An ended subagent in the log of the turn that called it. */
export const SubagentReportSchema = v.strictObject({
  session_id: v.string(),
  /** Null if its session was deleted. */
  stop_reason: v.nullable(StopReasonSchema),
  /** Counts in its own session and towards the limits of the calling turn. */
  stats: TurnStatsSchema,
});
export type SubagentReport = v.InferOutput<typeof SubagentReportSchema>;
