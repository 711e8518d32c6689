const SPACE = /[ \t\r\n]*/y;
const SCALAR =
  /"(?:[^"\\\p{Cc}]|\u007f|[\u0080-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

/** The line, from 1, in which a text stops being JSON (RFC 8259); null: it is JSON. What browsers say of it differs. */
export function lineOfFault(text: string): number | null {
  let at = 0;
  const skip = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? "";
    at += found.length;
    return found;
  };
  const sign = (wanted: string): boolean => {
    skip(SPACE);
    if (text[at] !== wanted) return false;
    at += 1;
    return true;
  };
  const string = (): boolean => {
    skip(SPACE);
    return text[at] === '"' && skip(SCALAR) !== "";
  };
  const members = (end: string, member: () => boolean): boolean => {
    if (sign(end)) return true;
    do if (!member()) return false;
    while (sign(","));
    return sign(end);
  };
  const value = (): boolean => {
    if (sign("{")) return members("}", () => string() && sign(":") && value());
    return sign("[") ? members("]", value) : skip(SCALAR) !== "";
  };
  const isWhole = value();
  if (isWhole) skip(SPACE);
  return isWhole && at === text.length ? null : text.slice(0, at).split("\n").length;
}
