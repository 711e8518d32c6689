import * as v from "valibot";

/** A whole number of at least 0. */
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A whole number from `least` to `most`. */
export const wholeNumber = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** A text of 1 to `longest` UTF-16 units. */
export const shortText = (longest: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(longest));

/** The rule of the library overflows the stack at a few megabytes. */
export const BASE64 = [
  v.regex<string, string>(/^[A-Za-z0-9+/]*={0,2}$/, "must be base64"),
  v.check<string, string>((text) => text.length % 4 === 0, "must be base64, padded to groups of four"),
] as const;

/** Whether the day exists: `Date` accepts the 30th of February as the 2nd of March. */
function isDay(timestamp: string): boolean {
  const day = timestamp.slice(0, 10);
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

/** RFC 3339 in UTC with milliseconds. */
export const TimestampSchema = v.pipe(
  v.string(),
  v.isoTimestamp("must be an RFC 3339 time such as 2026-01-31T12:00:00.000Z"),
  v.check(isDay, "must be an existing day"),
  v.description("RFC 3339, UTC, with milliseconds."),
);

export const LabelsSchema = v.pipe(
  v.record(shortText(63), v.pipe(v.string(), v.maxLength(255))),
  v.maxEntries(64),
);

/** What programs note on a session or a turn. A workspace has labels instead. */
export const MetadataSchema = v.pipe(
  v.record(shortText(64), v.pipe(v.string(), v.maxLength(512))),
  v.maxEntries(16),
);
export type Metadata = Readonly<v.InferOutput<typeof MetadataSchema>>;

/** The workspaces that a service token or a webhook is for. Null: all. */
export const WorkspaceIdsSchema = v.nullable(
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.minLength(1), v.maxLength(256)),
);

/** A label, or a pair of metadata, of at most so many characters. */
const pairSchema = (longest: { readonly key: number; readonly value: number }) =>
  v.strictObject({
    key: shortText(longest.key),
    value: v.pipe(v.string(), v.maxLength(longest.value)),
  });

export const LabelSchema = pairSchema({ key: 63, value: 255 });
export const MetadataPairSchema = pairSchema({ key: 64, value: 512 });
export type Pair = Readonly<v.InferOutput<typeof LabelSchema>>;

/** Formats a time for the API; null stays null. */
export function toTimestamp(ms: number): string;
export function toTimestamp(ms: number | null): string | null;
export function toTimestamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
