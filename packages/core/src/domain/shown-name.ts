import * as v from "valibot";

/** Rules for all names that people see. */
export const SHOWN_NAME = [
  v.regex<string, string>(/^[^\p{Cc}\p{Cs}]*$/u, "must not hold control characters"),
  v.regex<string, string>(/^(?:\S(?:[\s\S]*\S)?)?$/u, "must not start or end with white space"),
] as const;
