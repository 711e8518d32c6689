import { utf8Text } from "../runtime/utf8.ts";

/**
 * A name or a link's target as bytes, one character each (Latin-1): file systems allow names that are not UTF-8. The order of such
 * texts is the order of their bytes.
 */
export type ByteName = string;

const encoder = new TextEncoder();
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

export function bytesOfName(name: ByteName): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(name, (character) => character.charCodeAt(0));
}

export function nameOfBytes(bytes: Uint8Array): ByteName {
  let name = "";
  for (const byte of bytes) name += String.fromCharCode(byte);
  return name;
}

export function nameOfText(text: string): ByteName {
  return isAscii(text) ? text : nameOfBytes(encoder.encode(text));
}

/** The text of a name; null where it is not UTF-8. */
export function textOfName(name: ByteName): string | null {
  return isAscii(name) ? name : utf8Text(bytesOfName(name));
}

/** The text of a name for people, with U+FFFD for what is not UTF-8. */
export function shownName(name: ByteName): string {
  return isAscii(name) ? name : lenient.decode(bytesOfName(name));
}

/** The path of a name in a directory, as `shownName`. */
export function shownPath(directory: string, name: ByteName): string {
  return directory === "" ? shownName(name) : `${directory}/${shownName(name)}`;
}
