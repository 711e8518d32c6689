import * as v from "valibot";
import { TurnStatsSchema, type TurnStats } from "../sessions/turn.ts";
import { Count } from "../wire.ts";

const totals = {
  /** Turns that have ended. */
  turns: Count,
  ...TurnStatsSchema.entries,
};

export const UsageByModelSchema = v.strictObject({
  /** Empty for turns that never started. */
  model: v.string(),
  ...totals,
});

export const UsageByDaySchema = v.strictObject({
  /** In UTC. */
  day: v.pipe(v.string(), v.isoDate()),
  ...totals,
});

/** The usage of a workspace since its creation, including deleted sessions. */
export const UsageSchema = v.strictObject({
  ...totals,
  /** By model, sorted by name. What belongs to no model, such as tool calls, counts for the model of the turn. */
  by_model: v.array(UsageByModelSchema),
  /** The last 90 days with usage, newest first. */
  by_day: v.array(UsageByDaySchema),
});
export type Usage = v.InferOutput<typeof UsageSchema>;

/** The usage of a model on one day. */
export interface UsageRow extends TurnStats {
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string;
  readonly model: string;
  /** Turns that have ended. */
  readonly turns: number;
}
