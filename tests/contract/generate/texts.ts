import fc from "fast-check";

/** Texts that break parsers, databases, logs, headers and pages. */
export const HOSTILE_TEXTS: readonly string[] = [
  "\0",
  "a\0b",
  "\ud800",
  "x\udfffy",
  "__proto__",
  "constructor",
  "toString",
  "\u202egnp.exe",
  "\u200b\ufeff",
  "e\u0301\u0301\u0301",
  "' OR 1=1; --",
  '"; DROP TABLE workspaces; --',
  "%' ESCAPE '\\",
  "<script>alert(1)</script>",
  "</script><!--",
  "{{message}}",
  "${7*7}",
  "\r\nSet-Cookie: a=b",
  "\u2028\u2029\u0085",
  "👩‍👩‍👧‍👦",
  "../../../etc/passwd",
  "%00%2e%2e%2f",
  "-1",
  "NaN",
  "null",
  "x".repeat(5_000),
  "é".repeat(70_000),
];

/** Encoded values of a path's segment or a query's `path`. */
export const HOSTILE_SEGMENTS: readonly string[] = [
  "..",
  ".",
  "%2e%2e",
  "%2E%2E%2F%2e%2e",
  "..%2f..%2fetc%2fpasswd",
  "%2Fetc%2Fpasswd",
  "%00",
  "a%00b",
  "%c0%ae%c0%ae",
  "%ed%a0%80",
  "%ff",
  "%",
  "%zz",
  "%u002e",
  "a%5c..%5cb",
  "..;",
  "a//b",
  "a/b",
  "~",
  "*",
  "+",
  "%0d%0aX:y",
  "C:%5CWindows",
  "CON",
  "x".repeat(6_000),
  "%F0%9F%98%80",
];

const RESERVED = new Set(["__proto__", "constructor", "prototype"]);

const WORDS = fc.constantFrom("alpha", "Beta", "gamma-3", "naïve", "東京", "a b", "x_y", "😀", "0");

/** Well-formed texts without control characters, which every text field accepts. */
export function plainText(minLength: number, maxLength: number): fc.Arbitrary<string> {
  // An astral character is one for a schema and two for much code: texts near the limit are ASCII.
  const longest = Math.min(maxLength, minLength + 24);
  const random = fc
    .string({ unit: "grapheme", minLength, maxLength: longest })
    .map((text) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, "x"));
  const words = fc.array(WORDS, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" "));
  const atBound = maxLength <= 512 ? [fc.constant("b".repeat(maxLength))] : [];
  return fc
    .oneof({ weight: 4, arbitrary: words }, { weight: 4, arbitrary: random }, ...atBound)
    .map((text) => (text.length < minLength ? text.padEnd(minLength, "x") : text))
    .filter((text) => text.length <= maxLength && !RESERVED.has(text));
}
