const CONTROLS: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
/** The escapes of URLs; those of JSON, other strings, and shells. The groups are character codes, and a character. */
export const ESCAPES = [
  /%([\dA-Fa-f]{2})/g,
  /\\(?:u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2})|([^\w\r\n]|[bfnrt]))/g,
] as const;
/** The beginning of one. */
const OPEN_ESCAPE = /(?:%[\dA-Fa-f]?|\\(?:u[\dA-Fa-f]{0,3}|x[\dA-Fa-f]?)?)$/;

/** A text with a character for each escape. Without `isWhole`, an escape at the end that may go on is left out. */
export function unescaped(given: string, escapes: RegExp, isWhole: boolean) {
  /** Where the characters begin in the given text, and where the last one ends. */
  const places = new Int32Array(given.length + 1);
  /** For each place in the given text: how far behind the start of its escape it is. */
  const behind = new Uint8Array(given.length + 1);
  let text = "";
  let last = 0;
  const take = (end: number) => {
    for (let at = last; at <= end; at++) places[text.length + at - last] = at;
    text += given.slice(last, end);
  };
  for (const { 0: escape, 1: long, 2: short, 3: character = "", index } of given.matchAll(escapes)) {
    take(index);
    const code = long ?? short;
    text += code ? String.fromCharCode(Number.parseInt(code, 16)) : (CONTROLS[character] ?? character);
    last = index + escape.length;
    for (let at = index; at < last; at++) behind[at] = at - index;
  }
  const open = OPEN_ESCAPE.exec(given.slice(last))?.[0].length ?? 0;
  take(given.length - (isWhole ? 0 : open));
  return { text, places, behind };
}
