import * as v from "valibot";
import { SHOWN_NAME } from "../shown-name.ts";
import { wholeNumber } from "../wire.ts";

export const LibraryNameSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(128),
  ...SHOWN_NAME,
  v.regex(/^(?!\.{1,2}$)/, "must not be . or .., which cannot be part of a URL"),
  v.regex(/^(?!(?:prm|tpl|skl)_)/, "must not start like an id"),
);

export const DescriptionSchema = v.pipe(
  v.string(),
  v.maxLength(4096),
  v.regex(/^[^\0]*$/u, "must not hold NUL"),
);

export const VersionSchema = v.pipe(
  wholeNumber(1, Number.MAX_SAFE_INTEGER),
  v.description("Counts the changes, from 1."),
);
