import * as v from "valibot";

/** RFC 3339 in UTC with milliseconds. */
export const TimestampSchema = v.pipe(
  v.string(),
  v.isoTimestamp("must be an RFC 3339 time such as 2026-01-31T12:00:00.000Z"),
  v.description("RFC 3339, UTC, with milliseconds."),
);

export const LabelsSchema = v.pipe(
  v.record(v.pipe(v.string(), v.minLength(1), v.maxLength(63)), v.pipe(v.string(), v.maxLength(255))),
  v.maxEntries(64),
);

/** A time as the wire has it. */
export function toTimestamp(ms: number): string {
  return new Date(ms).toISOString();
}
