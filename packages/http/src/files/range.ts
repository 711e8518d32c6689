/** A requested range. `last` null: to the end. */
export type ByteRange =
  { readonly first: number; readonly last: number | null } | { readonly suffix: number };

const UNIT = /^bytes=/i;
const SPEC = /^(?:(\d+)-(\d*)|-(\d+))$/;

/** Larger numbers are beyond any file. */
const toNumber = (digits: string) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER);

function parseSpec(text: string): ByteRange | null {
  const [found, first = "", last = "", suffix = ""] = SPEC.exec(text) ?? [];
  if (found === undefined) return null;
  if (suffix !== "") return { suffix: toNumber(suffix) };
  const range = { first: toNumber(first), last: last === "" ? null : toNumber(last) };
  return range.last !== null && range.last < range.first ? null : range;
}

/**
 * Parses a `Range` header (RFC 9110 section 14). Null if the header is ignored: another unit, a malformed header, or several ranges
 * (section 14.2).
 */
export function parseRange(header: string): ByteRange | null {
  if (!UNIT.test(header)) return null;
  const specs = header
    .slice("bytes=".length)
    .split(",")
    .map((spec) => spec.trim())
    .filter((spec) => spec !== "")
    .map(parseSpec);
  if (specs.some((spec) => spec === null)) return null;
  return specs.length > 1 ? null : (specs[0] ?? null);
}

/** The first and last byte of a range in a file of `size` bytes; null if it contains none. */
export function resolveRange(
  range: ByteRange,
  size: number,
): { readonly start: number; readonly end: number } | null {
  if ("suffix" in range) {
    return range.suffix === 0 || size === 0
      ? null
      : { start: Math.max(0, size - range.suffix), end: size - 1 };
  }
  if (range.first >= size) return null;
  return { start: range.first, end: Math.min(range.last ?? size - 1, size - 1) };
}
