import { isJson } from "../runtime/json.ts";
import { bareJson } from "./output/bare-json.ts";

type Redact = (text: string) => string;

/** Redacts secrets in the strings, numbers and names of a JSON value. */
export function redactJson(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value === "number") {
    const name = redact(String(value));
    return name === String(value) ? value : name;
  }
  if (Array.isArray(value)) return value.map((inner) => redactJson(inner, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [redact(name), redactJson(inner, redact)]),
  );
}

const unescaped = (text: string) =>
  text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function hidesSecret(text: string, redact: Redact): boolean {
  const plain = unescaped(text);
  return plain !== text && redact(plain) !== plain;
}

/** Redacts a text in which a secret may be written with escapes, though it is not JSON. */
function redactEscaped(text: string, redact: Redact): string {
  const shown = hidesSecret(text, redact) ? unescaped(text).replaceAll("\0", "").toWellFormed() : text;
  return redact(shown);
}

/**
 * Redacts secrets in the arguments of a call or in an output: in their strings, numbers and names, so that the result stays JSON, and then
 * in the whole text, which may not be JSON or may contain a secret that is JSON. Text without secrets stays the same.
 */
export function redactArguments(text: string, redact: Redact): string {
  let found = 0;
  const noticed = (value: string): string => {
    const clean = redact(value);
    if (clean !== value) found += 1;
    return clean;
  };
  let redacted: string;
  try {
    const value: unknown = JSON.parse(bareJson(text));
    // Written again, a number that is not finite would be null.
    if (!isJson(value, Infinity)) return redactEscaped(text, redact);
    redacted = JSON.stringify(redactJson(value, noticed));
  } catch {
    // The text is malformed or nested too deep.
    return redactEscaped(text, redact);
  }
  if (found > 0) return redact(redacted);
  const clean = redact(text);
  // Of two members with the same name the value has only the last.
  return clean === text && hidesSecret(text, redact) ? redact(redacted) : clean;
}
