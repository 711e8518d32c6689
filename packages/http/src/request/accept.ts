/** The media types that an `Accept` header names with a weight above 0, in lower case. */
function namedTypes(accept: string): readonly string[] {
  return accept
    .split(",")
    .map((range) => range.trim().toLowerCase())
    .filter((range) => !/;\s*q=0(\.0*)?\s*(;|$)/.test(range))
    .map((range) => range.replace(/\s*;.*$/, ""));
}

/** Whether the header names the type itself, and not only a wildcard. */
export function namesType(accept: string | null, type: string): boolean {
  return accept !== null && namedTypes(accept).includes(type);
}

/** Whether the type may be answered: no header takes everything. */
export function acceptsType(accept: string | null, type: string): boolean {
  if (accept === null || accept.trim() === "") return true;
  const family = `${type.slice(0, type.indexOf("/"))}/*`;
  return namedTypes(accept).some((range) => range === type || range === family || range === "*/*");
}
