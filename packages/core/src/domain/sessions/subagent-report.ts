import * as v from "valibot";
import { StopReasonSchema, TurnStatsSchema } from "./turn.ts";

/** What the log of a turn keeps of a subagent that has ended. */
export const SubagentReportSchema = v.strictObject({
  session_id: v.string(),
  /** Null where its session was deleted meanwhile. */
  stop_reason: v.nullable(StopReasonSchema),
  /** What it used: counted in its own session, and towards the limits of the turn that called it. */
  stats: TurnStatsSchema,
});
export type SubagentReport = v.InferOutput<typeof SubagentReportSchema>;
