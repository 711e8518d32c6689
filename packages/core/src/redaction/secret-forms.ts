import { join, PieceIndex, type Hit } from "./piece-index.ts";
import { ESCAPES, unescaped } from "./unescaped.ts";

/** Shorter values would match parts of ordinary words. */
const MIN_SECRET_LENGTH = 4;
/** Fewer bytes are too short to tell from words where they are encoded: such a value is found only where its base64 is alone. */
const MIN_ENCODED_BYTES = 6;
/** Shorter lines of a secret may be in any file. */
const MIN_LINE_LENGTH = 16;
const PEM_BORDER = /^-----(?:BEGIN|END) [^-]*-----$/;
/** Half of a value is redacted like the whole, so that one that was cut does not show: at least and at most this many characters. */
const [MIN_PIECE, MAX_PIECE] = [16, 64];
/** Fewer characters are redacted where it is encoded: people seldom read that, and programs break its lines. */
const [BASE64_PIECE, HEX_PIECE] = [8, 12];
/** Of secrets that have more bytes together, the longest are not looked for where they are encoded: it would take too much memory. */
const MAX_BYTES = 16_384;

const utf8 = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");

/** A value, the value without the white space around it, and each of its long lines. */
function unitsOf(value: string): string[] {
  const lines = value.includes("\n") ? value.split("\n").map((line) => line.trim()) : [];
  const long = lines.filter((line) => line.length >= MIN_LINE_LENGTH && !PEM_BORDER.test(line));
  return [value, value.trim(), ...long].filter((unit) => unit.length >= MIN_SECRET_LENGTH);
}

/** A text as it is, in forms of the web, and in single quotes of a shell. Escapes are read as what they stand for. */
function plainForms(text: string): string[] {
  const quoted = ["'\\''", `'"'"'`].map((quote) => text.replaceAll("'", quote));
  return [text, text.replaceAll(" ", "+"), ...quoted].flatMap((form) => [form, utf8(form)]);
}

/** The characters of base64 and base64url that depend on the bytes alone, for each number of bytes before them (modulo 3). */
function base64Forms(bytes: string): string[] {
  const forms = [0, 1, 2].flatMap((before) => {
    const start = Math.ceil((before * 8) / 6);
    const form = btoa("\0".repeat(before) + bytes).replaceAll("=", "");
    // The last character is known only if nothing follows.
    return [form.slice(start), form.slice(start, Math.floor(((before + bytes.length) * 8) / 6))];
  });
  const known = bytes.length < MIN_ENCODED_BYTES ? forms.slice(0, 1) : forms;
  return [...known, ...known.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"))];
}

/** A set of secrets, which it finds in texts. */
export class SecretForms {
  private readonly index = new PieceIndex();
  /** What stands for each secret, the shortest first. */
  readonly names: readonly string[];

  constructor(secrets: Readonly<Record<string, string>>) {
    const known = Object.entries(secrets).filter(([, value]) => value.length >= MIN_SECRET_LENGTH);
    known.sort(([, a], [, b]) => a.length - b.length);
    this.names = known.map(([label]) => `[secret ${label}]`);
    let bytes = 0;
    for (const [secret, [, value]] of known.entries()) {
      bytes += utf8(value).length;
      if (bytes > MAX_BYTES) this.add(unitsOf(value), secret, MIN_PIECE, MIN_PIECE - 1);
      else for (const unit of new Set(unitsOf(value))) this.addForms(unit, secret);
    }
  }

  private addForms(unit: string, secret: number): void {
    const half = Math.floor(unit.length / 8) * 4;
    this.add(plainForms(unit), secret, Math.min(Math.max(half, MIN_PIECE), MAX_PIECE));
    const bytes = utf8(unit);
    this.add(base64Forms(bytes), secret, BASE64_PIECE);
    if (bytes.length < MIN_ENCODED_BYTES) return;
    const hex = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
    this.add([hex, hex.toUpperCase()], secret, HEX_PIECE);
  }

  private add(forms: readonly string[], secret: number, piece: number, step = 1): void {
    for (const form of new Set(forms)) this.index.add(form, secret, Math.min(form.length, piece), step);
  }

  /** What a text holds, sorted, without overlaps, and up to where that is certain; `isWhole`: nothing follows it. */
  search(text: string, isWhole: boolean): { readonly hits: readonly Hit[]; readonly decided: number } {
    const readings = ESCAPES.map((escapes) => unescaped(text, escapes, isWhole));
    // What is cut off from the beginning of an escape would be read in another way.
    const startOf = (place: number): number => {
      const behind = Math.max(...readings.map((reading) => reading.behind[place] ?? 0));
      return behind === 0 ? place : startOf(place - behind);
    };
    const found = this.index.find(text);
    let decided = text.length - this.index.openAtEnd(text);
    for (const { text: read, places } of readings) {
      const placeOf = (at: number) => places[at] ?? text.length;
      decided = Math.min(decided, placeOf(read.length - this.index.openAtEnd(read)));
      if (read !== text)
        for (const { start, end, secret } of this.index.find(read))
          found.push({ start: placeOf(start), end: placeOf(end), secret });
    }
    for (const hit of found) hit.start = startOf(hit.start);
    const hits: Hit[] = [];
    for (const hit of found.sort((a, b) => a.start - b.start)) join(hits, hit);
    return { hits, decided: isWhole ? text.length : startOf(decided) };
  }
}
