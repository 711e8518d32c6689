/** A JSON Pointer as a URI fragment (RFC 6901, section 6). */
export function toPointer(keys: readonly unknown[]): string {
  const segments = keys.map((key) => String(key).replaceAll("~", "~0").replaceAll("/", "~1").toWellFormed());
  return `#${segments.map((segment) => `/${encodeURIComponent(segment)}`).join("")}`;
}
