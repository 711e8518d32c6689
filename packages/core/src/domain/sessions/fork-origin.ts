import * as v from "valibot";

/** The session that a fork goes on from, and the last event there that belongs to it. */
export const ForkOriginSchema = v.strictObject({
  session_id: v.string(),
  through_seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type ForkOrigin = v.InferOutput<typeof ForkOriginSchema>;
