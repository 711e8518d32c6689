import * as v from "valibot";

/** What every name that people see keeps to. */
export const SHOWN_NAME = [
  v.regex<string, string>(/^[^\p{Cc}\p{Cs}]*$/u, "must not hold control characters"),
  v.regex<string, string>(/^(?:\S(?:[\s\S]*\S)?)?$/u, "must not start or end with white space"),
] as const;
