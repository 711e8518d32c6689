/**
 * The arguments of a call without secrets: looked for in their strings, numbers and names, so that JSON stays JSON, and at last in the
 * text itself, which may be no JSON or hold a secret that is. The same text where there are none.
 */
export function freedArguments(text: string, redact: (text: string) => string): string {
  let found = 0;
  const freedText = (value: string): string => {
    const freed = redact(value);
    if (freed !== value) found += 1;
    return freed;
  };
  const freed = (value: unknown): unknown => {
    if (typeof value === "string") return freedText(value);
    if (typeof value === "number") {
      const name = freedText(String(value));
      return name === String(value) ? value : name;
    }
    if (Array.isArray(value)) return value.map(freed);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [freedText(name), freed(of)]));
  };
  let kept: string;
  try {
    kept = JSON.stringify(freed(JSON.parse(text)));
  } catch {
    // It is malformed, or nested deeper than can be followed.
    return redact(text);
  }
  return redact(found > 0 ? kept : text);
}
