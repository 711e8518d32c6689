import * as v from "valibot";
import { TurnStatsSchema, type TurnStats } from "../sessions/turn.ts";

const Turns = v.pipe(v.number(), v.integer(), v.minValue(0));

const totals = {
  /** Turns that have ended. */
  turns: Turns,
  ...TurnStatsSchema.entries,
};

export const UsageByModelSchema = v.strictObject({
  /** Empty: of turns that never started. */
  model: v.string(),
  ...totals,
});
export type UsageByModel = v.InferOutput<typeof UsageByModelSchema>;

export const UsageByDaySchema = v.strictObject({
  /** In UTC. */
  day: v.pipe(v.string(), v.isoDate()),
  ...totals,
});
export type UsageByDay = v.InferOutput<typeof UsageByDaySchema>;

/** What a workspace has used since it was made: its sessions, deleted ones too. */
export const UsageSchema = v.strictObject({
  ...totals,
  /** By the model that was asked; what is no model's own, such as calls of tools, is with the turn's. In the order of their names. */
  by_model: v.array(UsageByModelSchema),
  /** The newest 90 days on which something was used, newest first. */
  by_day: v.array(UsageByDaySchema),
});
export type Usage = v.InferOutput<typeof UsageSchema>;

/** What was used on a day with a model. */
export interface UsageRow extends TurnStats {
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string;
  readonly model: string;
  /** Turns that have ended. */
  readonly turns: number;
}
