function sorted(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A value as a JSON text that does not depend on the order of its keys, at any depth. */
export function canonicalJson(value: object | string | number | boolean | null): string {
  return JSON.stringify(value, sorted);
}

/** Whether two JSON values are the same. Undefined counts as null. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return canonicalJson(one ?? null) === canonicalJson(other ?? null);
}
