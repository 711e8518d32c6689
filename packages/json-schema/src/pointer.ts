/** A JSON Pointer as a URI fragment (RFC 6901, section 6). */
export function pointerTo(keys: readonly (string | number)[]): string {
  const segments = keys.map((key) => String(key).replaceAll("~", "~0").replaceAll("/", "~1").toWellFormed());
  return `#${segments.map((segment) => `/${encodeURIComponent(segment)}`).join("")}`;
}

/** The same for a JSON Pointer as a plain string. */
export function fragmentOf(pointer: string): string {
  return `#${pointer
    .split("/")
    .map((segment) => encodeURIComponent(segment.toWellFormed()))
    .join("/")}`;
}

/** A URI fragment as `pointerTo` writes it, however it was encoded. Null if it cannot be decoded. */
export function normalPointer(fragment: string): string | null {
  try {
    return fragmentOf(decodeURIComponent(fragment.slice(1)));
  } catch {
    return null;
  }
}
