/** CSI, the strings of OSC, DCS, SOS, PM and APC, and the other escape sequences of terminals (ECMA-48). */
// A string that is not ended within its line and 4,096 characters loses its first two characters only, not what follows.
export const ESCAPES =
  // eslint-disable-next-line no-control-regex
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b\n]{0,4096}(?:\u0007|\u001b\\)|[ -/]*[0-~])?/g;

/** An escape that has begun at the end of a text and may go on. */
export const OPEN_ESCAPE =
  // eslint-disable-next-line no-control-regex
  /\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b\n]{0,4096}\u001b?|[ -/]*)$/;

/** Text that every store and provider takes: without terminal escapes, NUL and lone surrogates. */
export function cleanText(text: string): string {
  return text.replace(ESCAPES, "").replaceAll("\0", "").toWellFormed();
}

/** The first half of a character beyond U+FFFF at the end of a text. */
export const HIGH_SURROGATE = /[\ud800-\udbff]$/;

const encoder = new TextEncoder();

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}
