import { stripVTControlCharacters } from "node:util";

/** Control characters except tab and newline, and characters that change the writing direction. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Removes everything from a text that could control a terminal. */
export function cleanText(text: string): string {
  return stripVTControlCharacters(text).replace(CONTROL, "");
}

/** The text as one line of at most `width` characters. */
export function cleanLine(text: string, width: number): string {
  const line = cleanText(text).replace(/\s+/g, " ").trim();
  const characters = Array.from(line);
  return characters.length <= width ? line : `${characters.slice(0, width - 1).join("")}…`;
}

/** A value as a line of JSON without control characters: they are escaped. */
export function jsonLine(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `${JSON.stringify(value).replace(CONTROL, escaped)}\n`;
}
