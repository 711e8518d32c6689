import * as v from "valibot";

/** The session that was forked, and the last event that was copied. */
export const ForkOriginSchema = v.strictObject({
  session_id: v.string(),
  through_seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type ForkOrigin = v.InferOutput<typeof ForkOriginSchema>;
