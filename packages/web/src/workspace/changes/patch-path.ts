const NAMED: Readonly<Record<string, number>> = {
  n: 10,
  t: 9,
  r: 13,
  a: 7,
  b: 8,
  f: 12,
  v: 11,
  '"': 34,
  "\\": 92,
};

/** A path as git quotes it in a patch, without its quotes: bytes that are not plain are octal numbers there. */
export function unquotedPath(quoted: string): string {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (let at = 0; at < quoted.length;) {
    const escape = /^\\(?:([0-7]{3})|(.))/s.exec(quoted.slice(at, at + 4));
    if (escape === null) {
      const character = String.fromCodePoint(quoted.codePointAt(at) ?? 0);
      bytes.push(...encoder.encode(character));
      at += character.length;
    } else {
      const [whole, octal, name = ""] = escape;
      bytes.push(octal === undefined ? (NAMED[name] ?? name.charCodeAt(0)) : Number.parseInt(octal, 8));
      at += whole.length;
    }
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/** The path in the first line of a file's patch, `diff --git a/src/x.ts b/src/x.ts`: both sides have the same. */
export function pathOfHeader(line: string): string {
  const names = line.slice("diff --git ".length);
  const quoted = /^"a\/((?:[^"\\]|\\.)*)" /.exec(names)?.[1];
  if (quoted !== undefined) return unquotedPath(quoted);
  return names.slice(2, 2 + (names.length - 5) / 2);
}
