import { percentDecoded } from "./readings.ts";
import type { Needle } from "./substring-automaton.ts";

/** Values shorter than this would tear ordinary words apart. */
const MIN_SECRET_LENGTH = 4;
/** Values of fewer bytes are too short to tell from words in the middle of something encoded. */
const MIN_INNER_BYTES = 6;
/** Lines of a secret that are shorter may stand in any file. */
const MIN_LINE_LENGTH = 16;
/** A piece of a secret that is so long is taken out like the whole, so that one that was cut does not show; one of half its length too. */
const MIN_PIECE = 16;
const MAX_PIECE = 64;
/** The same for what is encoded, which is seldom read by anybody as it is. */
const ENCODED_PIECE = 12;
/** Of secrets that are longer together the longest are known only as they are: what is known of them has to fit into memory. */
const MAX_ENCODED_CHARACTERS = 32_768;

/** Shorter ones are not cut into blocks. */
const MIN_LONG = 64;

const PEM_BORDER = /^-----(?:BEGIN|END) [^-]*-----$/;

export interface Needles {
  /** To be looked for in a text as it is, percent-encoding undone. */
  readonly plain: readonly Needle[];
  /** To be looked for in base64 and hexadecimal, line breaks left out. */
  readonly encoded: readonly Needle[];
  /** Too long for that: to be looked for in blocks, in a text as it is. */
  readonly long: readonly { readonly text: string; readonly name: string }[];
}

/** A value, without the white space around it, and each of its lines that tells something. */
function unitsOf(value: string): string[] {
  const lines = value.includes("\n") ? value.split("\n").map((line) => line.trim()) : [];
  const telling = lines.filter((line) => line.length >= MIN_LINE_LENGTH && !PEM_BORDER.test(line));
  return [...new Set([value, value.trim(), ...telling])].filter((unit) => unit.length >= MIN_SECRET_LENGTH);
}

const latin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** As encoders write that keep to ASCII. */
const inAscii = (text: string) =>
  text.replace(/[^\0-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A text as it stands in JSON and as shells quote it (`printf %q`, and a single quote inside single quotes). */
function escapedForms(text: string): string[] {
  return [
    inJson(text),
    inAscii(inJson(text)),
    inJson(text).replaceAll("/", "\\/"),
    text.replaceAll(/[^\p{L}\p{N}_@%+=:,./\n-]/gu, "\\$&"),
    text.replaceAll("'", "'\\''"),
  ];
}

function plainForms(text: string): string[] {
  const raw = [text, latin1(new TextEncoder().encode(text)), ...escapedForms(text)];
  // What is looked through has lost its percent-encoding and its plus signs; a secret may hold such itself.
  return raw.flatMap((form) => [percentDecoded(form), form.replaceAll("+", " ")]);
}

/** The characters of base64 that depend on these bytes alone, where `before` bytes (modulo 3) stand in front of them. */
function innerBase64(bytes: Uint8Array, before: number): string {
  const padded = new Uint8Array(before + bytes.length);
  padded.set(bytes, before);
  const text = btoa(latin1(padded)).replace(/(?<!=)=+$/, "");
  const whole = Math.floor((padded.length * 8) / 6);
  // With nothing in front the text is often encoded alone, and its last character is known too.
  return text.slice(Math.ceil((before * 8) / 6), before === 0 ? undefined : whole);
}

function encodedForms(text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  const whole = innerBase64(bytes, 0);
  if (bytes.length < MIN_INNER_BYTES) return [whole];
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [
    whole,
    whole.slice(0, Math.floor((bytes.length * 8) / 6)),
    innerBase64(bytes, 1),
    innerBase64(bytes, 2),
    hex,
    hex.toUpperCase(),
  ];
}

/** What is to be found of secrets, by their names; the name that is in brackets takes their place. */
export function secretNeedles(secrets: Readonly<Record<string, string>>): Needles {
  const plain = new Map<string, Needle>();
  const encoded = new Map<string, Needle>();
  const long: { text: string; name: string }[] = [];
  let characters = 0;
  for (const [label, value] of Object.entries(secrets).sort(([, a], [, b]) => a.length - b.length)) {
    if (value.length < MIN_SECRET_LENGTH) continue;
    characters += value.length;
    const name = `[secret ${label}]`;
    const isTooMuch = characters > MAX_ENCODED_CHARACTERS;
    if (isTooMuch && value.length >= MIN_LONG) {
      long.push({ text: value, name });
      continue;
    }
    for (const unit of unitsOf(value)) {
      for (const text of isTooMuch ? [percentDecoded(unit)] : plainForms(unit)) {
        const half = Math.min(Math.max(Math.ceil(text.length / 2), MIN_PIECE), MAX_PIECE);
        if (!plain.has(text)) plain.set(text, { text, name, leastPiece: Math.min(text.length, half) });
      }
      for (const text of isTooMuch ? [] : encodedForms(unit))
        if (!encoded.has(text))
          encoded.set(text, { text, name, leastPiece: Math.min(text.length, ENCODED_PIECE) });
    }
  }
  return { plain: [...plain.values()], encoded: [...encoded.values()], long };
}
