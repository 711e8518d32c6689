/**
 * The source of an expression as a JSON Schema pattern, which is read with the `u` flag and no other; null for
 * flags whose meaning cannot be said without them.
 */
export function patternOf({ source, flags }: RegExp): string | null {
  if (!/^[su]*$/.test(flags)) return null;
  return withRanges(flags.includes("s") ? withEveryDot(source) : source);
}

/** The pattern of what two patterns match; both are held to the beginning. */
export function bothOf(first: string, second: string): string {
  return `(?=${second})${first}`;
}

/** Code points of a general category, for readers of patterns that do not know the categories. */
const RANGES: Readonly<Record<string, string>> = {
  Cc: "\\u0000-\\u001f\\u007f-\\u009f",
  Cs: "\\ud800-\\udfff",
};

/** Only inside brackets, where ranges stand as well. */
function withRanges(source: string): string {
  // eslint-disable-next-line regexp/no-super-linear-move -- The sources are those of the service's own schemas.
  return source.replace(/\[(?:\\.|[^\]\\])*\]/gs, (brackets) =>
    brackets.replace(/\\p\{(\w+)\}/g, (category, name: string) => RANGES[name] ?? category),
  );
}

/** A dot that stands for line breaks too, said in a way that every dialect has. */
function withEveryDot(source: string): string {
  // eslint-disable-next-line regexp/no-super-linear-move -- The same.
  return source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\./gs, (token) => (token === "." ? "[\\s\\S]" : token));
}
