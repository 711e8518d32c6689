const ESCAPES: Readonly<Record<number, string>> = {
  7: "\\a",
  8: "\\b",
  9: "\\t",
  10: "\\n",
  11: "\\v",
  12: "\\f",
  13: "\\r",
  34: '\\"',
  92: "\\\\",
};

const PLAIN = /^[ !#-[\]-~]*$/;

/** A path as git writes it in a patch: quoted, with octal escapes, unless it is plain ASCII. */
export function quotePath(path: string): string {
  if (PLAIN.test(path)) return path;
  const escaped = [...new TextEncoder().encode(path)].map((byte) => {
    const isPrintable = byte >= 32 && byte < 127;
    return (
      ESCAPES[byte] ?? (isPrintable ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`)
    );
  });
  return `"${escaped.join("")}"`;
}
