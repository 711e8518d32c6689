/**
 * Redacts secrets in the arguments of a call: in their strings, numbers and names, so that the result stays JSON, and then in the whole
 * text, which may not be JSON or may contain a secret that is JSON. Text without secrets stays the same.
 */
export function redactArguments(text: string, redact: (text: string) => string): string {
  let found = 0;
  const redactText = (value: string): string => {
    const clean = redact(value);
    if (clean !== value) found += 1;
    return clean;
  };
  const redactValue = (value: unknown): unknown => {
    if (typeof value === "string") return redactText(value);
    if (typeof value === "number") {
      const name = redactText(String(value));
      return name === String(value) ? value : name;
    }
    if (Array.isArray(value)) return value.map(redactValue);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [redactText(name), redactValue(of)]));
  };
  let redacted: string;
  try {
    redacted = JSON.stringify(redactValue(JSON.parse(text)));
  } catch {
    // The text is malformed or nested too deep.
    return redact(text);
  }
  return redact(found > 0 ? redacted : text);
}
