import { PieceIndex, type Needle } from "./piece-index.ts";
import { readEncoded, readPercent, Reading, withSpaces } from "./readings.ts";

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

const PEM_BORDER = /^-----(?:BEGIN|END) [^-]*-----$/;

/** A value, without the white space around it, and each of its lines that tells something. */
function unitsOf(value: string): string[] {
  const lines = value.includes("\n") ? value.split("\n").map((line) => line.trim()) : [];
  const telling = lines.filter((line) => line.length >= MIN_LINE_LENGTH && !PEM_BORDER.test(line));
  return [...new Set([value, value.trim(), ...telling])].filter((unit) => unit.length >= MIN_SECRET_LENGTH);
}

const latin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** As encoders write that keep to ASCII. */
const inAscii = (text: string) =>
  text.replace(/[^\0-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A text as it is, in JSON, and as shells quote it (`printf %q`, and a single quote inside single quotes). */
function plainForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const raw = [
    text,
    latin1(new TextEncoder().encode(text)),
    json,
    inAscii(json),
    json.replaceAll("/", "\\/"),
    text.replaceAll(/[^\p{L}\p{N}_@%+=:,./\n-]/gu, "\\$&"),
    text.replaceAll("'", "'\\''"),
  ];
  // What is searched has lost its percent-encoding and its plus signs; a secret may hold such itself.
  return raw.flatMap((form) => [readPercent(form, true).text, withSpaces(form)]);
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
  const alone = innerBase64(bytes, 0);
  if (bytes.length < MIN_INNER_BYTES) return [alone];
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const inFront = alone.slice(0, Math.floor((bytes.length * 8) / 6));
  return [alone, inFront, innerBase64(bytes, 1), innerBase64(bytes, 2), hex, hex.toUpperCase()];
}

/** A place that holds a secret, or a piece of one. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** What stands for a set of secrets in a text. */
export class SecretForms {
  readonly isEmpty: boolean;
  private readonly plain: PieceIndex;
  private readonly encoded: PieceIndex;

  constructor(secrets: Readonly<Record<string, string>>) {
    const plain = new Map<string, Needle>();
    const encoded = new Map<string, Needle>();
    let characters = 0;
    for (const [label, value] of Object.entries(secrets).sort(([, a], [, b]) => a.length - b.length)) {
      characters += value.length;
      const name = `[secret ${label}]`;
      const add = (to: Map<string, Needle>, text: string, piece: number) => {
        if (!to.has(text)) to.set(text, { text, name, leastPiece: Math.min(text.length, piece) });
      };
      const isTooMuch = characters > MAX_ENCODED_CHARACTERS;
      for (const unit of isTooMuch && value.length >= MIN_SECRET_LENGTH ? [value] : unitsOf(value)) {
        for (const text of isTooMuch ? [withSpaces(unit)] : plainForms(unit))
          add(plain, text, Math.min(Math.max(Math.ceil(text.length / 2), MIN_PIECE), MAX_PIECE));
        for (const text of isTooMuch ? [] : encodedForms(unit)) add(encoded, text, ENCODED_PIECE);
      }
    }
    this.isEmpty = plain.size === 0;
    this.plain = new PieceIndex([...plain.values()]);
    this.encoded = new PieceIndex([...encoded.values()]);
  }

  /** What a text holds, sorted, without overlaps, and up to where that is certain; `isWhole`: nothing follows it. */
  search(text: string, isWhole: boolean): { readonly spans: readonly Span[]; readonly decided: number } {
    const searched = [
      search(new Reading(withSpaces(text), text.length), this.plain),
      search(readEncoded(text, isWhole), this.encoded),
      ...(text.includes("%") ? [search(readPercent(text, isWhole), this.plain)] : []),
    ];
    const decided = isWhole ? text.length : Math.min(...searched.map((each) => each.decided));
    return { spans: merged(searched.flatMap(({ found }) => found)), decided };
  }
}

type Found = Span & { readonly length: number };

function search(reading: Reading, index: PieceIndex): { readonly found: Found[]; readonly decided: number } {
  const { text, end: read } = reading;
  const found: Found[] = [];
  for (const { start: first, end, needle } of index.find(text)) {
    const start = reading.startOf(first);
    const { name, leastPiece } = needle;
    const length = end - start;
    if (length < leastPiece) continue;
    found.push({ start: reading.given(start, "after"), end: reading.given(end, "before"), name, length });
  }
  const open = reading.startOf(text.length - index.openAtEnd(text));
  return { found, decided: open === text.length ? read : reading.given(open, "after") };
}

/** Those that overlap become one, with the name of the longest. */
function merged(found: Found[]): readonly Span[] {
  const spans: Found[] = [];
  for (const next of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = spans.at(-1);
    if (last === undefined || next.start >= last.end) spans.push(next);
    else {
      const { name, length } = next.length > last.length ? next : last;
      spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, next.end), name, length };
    }
  }
  return spans;
}
