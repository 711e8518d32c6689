import * as v from "valibot";

/** Names that look like ids would be taken for them. */
const LIKE_AN_ID = /^(prm|tpl|skl)_/;

export const LibraryNameSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(128),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, "must not hold control characters"),
  v.check((name) => name.trim() === name, "must not start or end with white space"),
  v.check((name) => name !== "." && name !== "..", "must not be . or .., which no address can hold"),
  v.check((name) => !LIKE_AN_ID.test(name), "must not begin like an id"),
);

export const DescriptionSchema = v.pipe(
  v.string(),
  v.maxLength(4096),
  v.regex(/^[^\0]*$/u, "must not hold NUL"),
);

export const VersionSchema = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.description("Counts the changes, from 1."),
);
