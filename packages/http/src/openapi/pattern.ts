/** Converts an expression to a JSON Schema pattern, which is evaluated with the `u` flag only; null if its flags cannot be expressed. */
export function patternOf({ source, flags }: RegExp): string | null {
  if (!/^[su]*$/.test(flags)) return null;
  return withRanges(flags.includes("s") ? withEveryDot(source) : source);
}

/** A pattern that matches what both match; both must be anchored at the start. */
export function bothOf(first: string, second: string): string {
  return `(?=${second})${first}`;
}

/** Code points of general categories, for readers that do not know them. */
const RANGES: Readonly<Record<string, string>> = {
  Cc: "\\u0000-\\u001f\\u007f-\\u009f",
  Cs: "\\ud800-\\udfff",
};

/** Only inside brackets, where ranges are possible. */
function withRanges(source: string): string {
  // eslint-disable-next-line regexp/no-super-linear-move -- The sources are those of the service's own schemas.
  return source.replace(/\[(?:\\.|[^\]\\])*\]/gs, (brackets) =>
    brackets.replace(/\\p\{(\w+)\}/g, (category, name: string) => RANGES[name] ?? category),
  );
}

/** Replaces dots that match line breaks with a form that every dialect supports. */
function withEveryDot(source: string): string {
  // eslint-disable-next-line regexp/no-super-linear-move -- The same.
  return source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\./gs, (token) => (token === "." ? "[\\s\\S]" : token));
}
