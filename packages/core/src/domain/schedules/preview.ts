import * as v from "valibot";
import { shortText, TimestampSchema, wholeNumber } from "../wire.ts";
import { TimezoneSchema } from "./schedule.ts";

const MAX_TIMES = 50;

export const PreviewScheduleSchema = v.pipe(
  v.strictObject({
    cron: v.optional(shortText(256)),
    timezone: v.optional(TimezoneSchema, "UTC"),
    at: v.optional(TimestampSchema),
    count: v.optional(wholeNumber(1, MAX_TIMES), 5),
  }),
  // Documentation only: the service checks it.
  v.metadata({ anyOf: [{ required: ["cron"] }, { required: ["at"] }] }),
);
export type PreviewSchedule = v.InferOutput<typeof PreviewScheduleSchema>;
export type PreviewScheduleInput = v.InferInput<typeof PreviewScheduleSchema>;

/**
 * `dst_gap`: the local time does not exist on this day, and the run comes at the first valid instant after it. `dst_repeat`: the local
 * time comes twice, and the run only the first time. `never_fires`: there is no such time. `in_past`: it has passed.
 */
export const ScheduleWarningSchema = v.strictObject({
  code: v.picklist(["dst_gap", "dst_repeat", "never_fires", "in_past"]),
  time: v.pipe(v.nullable(TimestampSchema), v.description("The time that it is about, of `times`.")),
  detail: v.string(),
});
export type ScheduleWarning = v.InferOutput<typeof ScheduleWarningSchema>;

export const SchedulePreviewSchema = v.strictObject({
  times: v.array(TimestampSchema),
  warnings: v.array(ScheduleWarningSchema),
});
export type SchedulePreview = v.InferOutput<typeof SchedulePreviewSchema>;
