import { GRAM, PieceIndex } from "./piece-index.ts";
import { folded } from "./text-view.ts";

/** Of fewer bytes, the middle of a longer text in base64 is not told from words. */
const MIN_INNER_BYTES = 6;
/** A shorter line of a secret may be a line of any file. */
const MIN_LINE = 16;
/** A piece of an encoded secret that has so many characters counts. */
const ENCODED_PIECE = 12;
/** Of secrets that are longer together the longest are found only as they are, beyond eight times that only in large parts. */
const MAX_ENCODED = 32_768;
const PEM_BORDER = /^-----(?:BEGIN|END) [^-]*-----$/;

const inLatin1 = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");

/** The characters of base64 that depend on these bytes alone, with `before` bytes (modulo 3) in front of them. */
function innerBase64(bytes: string, before: number): string {
  const text = btoa("\0".repeat(before) + bytes);
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}

function encodedForms(bytes: string): string[] {
  const hex = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  const inner = bytes.length < MIN_INNER_BYTES ? [] : [0, 1, 2].map((before) => innerBase64(bytes, before));
  return [btoa(bytes).replace(/={1,2}$/, ""), ...inner, hex, hex.toUpperCase()];
}

/** As it is, in JSON, in single quotes of a shell, and as a decoded view reads it. */
function plainForms(text: string): string[] {
  const decoded = [text, inLatin1(text)].flatMap((form) => [form, form.replaceAll(" ", "+")]);
  return [text, JSON.stringify(text).slice(1, -1), text.replaceAll("'", "'\\''"), ...decoded.map(folded)];
}

/** The size of pieces that count: of a long text about a half. */
const sizeOf = ({ length }: string) => [64, 32].find((size) => length >= 2 * size) ?? Math.min(length, 16);

/** The forms of a value, each with the size of its pieces. */
function formsOf(value: string): readonly (readonly [form: string, size: number])[] {
  const lines = value.split("\n").map((line) => line.trim());
  const telling = lines.filter((line) => line.length >= MIN_LINE && !PEM_BORDER.test(line));
  const plain = new Set([value, ...telling].flatMap(plainForms));
  return [
    ...Array.from(plain, (form) => [form, sizeOf(form)] as const),
    ...encodedForms(inLatin1(value)).map((form) => [form, Math.min(form.length, ENCODED_PIECE)] as const),
  ];
}

/** The pieces of secrets in all their forms. What replaces a secret is its name in brackets. */
export function secretForms(secrets: Readonly<Record<string, string>>): PieceIndex {
  const pieces = new PieceIndex();
  let total = 0;
  for (const [label, value] of Object.entries(secrets).sort(([, a], [, b]) => a.length - b.length)) {
    const text = value.trim();
    total += text.length;
    if (text.length < GRAM) continue;
    // The first form is the value as it is.
    const forms = total > MAX_ENCODED ? formsOf(text).slice(0, 1) : formsOf(text);
    for (const [form, size] of forms)
      pieces.add(form, size, `[secret ${label}]`, total > 8 * MAX_ENCODED ? size - 1 : 1);
  }
  return pieces;
}
