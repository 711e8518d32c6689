/** A JSON value as `JSON.parse` gives it. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A JSON Schema document (draft 2020-12) of an object. */
export type JsonSchema = { readonly [key: string]: unknown };

/** Whether a value is JSON of at most so many levels. Members of objects that are undefined do not count. */
export function isJson(value: unknown, levels: number): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value);
    case "object": {
      if (value === null) return true;
      if (levels === 0) return false;
      const members: readonly unknown[] = Object.values(value);
      return members.every(
        (member) => (member === undefined && !Array.isArray(value)) || isJson(member, levels - 1),
      );
    }
    default:
      return false;
  }
}

/** Whether a JSON value is an object, and neither an array nor null. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a JSON value has more levels. Deeper ones could exhaust the stack of code that walks through them. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
