import { isObject } from "./is-object.ts";

function sorted(_: string, value: unknown): unknown {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
}

/** A JSON value as a text that is the same for equal values. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sorted);
}
