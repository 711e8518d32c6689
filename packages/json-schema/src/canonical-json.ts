import type { Budget } from "./budget.ts";

/** Characters of a text that cost about as much to write or to compare as one step. */
const PER_STEP = 64;

/** A JSON value as a text that is the same for equal values. */
export function canonicalJson(value: unknown, budget?: Budget): string {
  const known = typeof value === "object" && value !== null ? budget?.texts.get(value) : undefined;
  const text = known ?? written(value, budget);
  budget?.spend(1 + text.length / PER_STEP);
  return text;
}

function written(value: unknown, budget: Budget | undefined): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const text = Array.isArray(value)
    ? `[${value.map((inner) => canonicalJson(inner, budget)).join()}]`
    : `{${Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner, budget)}`)
        .join()}}`;
  budget?.texts.set(value, text);
  return text;
}
