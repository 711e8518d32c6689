/** CSI, OSC and the other escape sequences of terminals (ECMA-48). */
// eslint-disable-next-line no-control-regex
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])/g;

/** Text that every store and provider takes: without terminal escapes, NUL and lone surrogates. */
export function cleanText(text: string): string {
  return text.replace(ESCAPES, "").replaceAll("\0", "").toWellFormed();
}

const encoder = new TextEncoder();

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}
