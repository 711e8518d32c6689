import { PieceIndex, type Hit } from "./piece-index.ts";

/** Values shorter than this would tear ordinary words apart. */
const MIN_SECRET_LENGTH = 4;
/** Values of fewer bytes are too short to tell from words in the middle of something encoded. */
const MIN_INNER_BYTES = 6;
/** Lines of a secret that are shorter may stand in any file. */
const MIN_LINE_LENGTH = 16;
/** A piece of a secret that is so long is redacted like the whole, so that one that was cut does not show: of half its length, or this. */
const [MIN_PIECE, LONGEST_PIECE] = [16, 64];
const PIECES = [MIN_PIECE, 32, LONGEST_PIECE];
/** The same for what is encoded, which is seldom read by anybody as it is, and stands in lines. */
const BASE64_PIECE = 8;
const HEX_PIECE = 12;
/** Of secrets that are longer together the longest are known only as they are: what is known of them has to fit into memory. */
const MAX_ENCODED_CHARACTERS = 16_384;
const PEM_BORDER = /^-----(?:BEGIN|END) [^-]*-----$/;
/** The characters that encoders of URLs leave as they are; the last of them leaves none. */
const SAFE_IN_URLS = [/[\w.~-]/, /[\w.!~*'()-]/, /[\w.~/-]/, /[\w.*-]/, /[\w.!~*'();,/?:@&=+$#-]/, /(?!)/];

/** A value, without the white space around it, and each of its lines that tells something. */
function unitsOf(value: string): string[] {
  const lines = value.includes("\n") ? value.split("\n").map((line) => line.trim()) : [];
  const telling = lines.filter((line) => line.length >= MIN_LINE_LENGTH && !PEM_BORDER.test(line));
  return [...new Set([value, value.trim(), ...telling])].filter((unit) => unit.length >= MIN_SECRET_LENGTH);
}

const latin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** The bytes that are no safe characters as two hexadecimal digits each, in lower and in upper case. */
function inHex(bytes: Uint8Array, sign = "", safe = /(?!)/): string[] {
  const written = (digits: (byte: string) => string) =>
    Array.from(bytes, (byte) => {
      const unit = String.fromCharCode(byte);
      return safe.test(unit) ? unit : sign + digits(byte.toString(16).padStart(2, "0"));
    }).join("");
  return [written((digits) => digits), written((digits) => digits.toUpperCase())];
}

/** A text as it is, in JSON, as shells quote it (`printf %q`, and a single quote inside single quotes), and in URLs. */
function plainForms(text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  const json = JSON.stringify(text).slice(1, -1);
  const urls = SAFE_IN_URLS.flatMap((safe) => inHex(bytes, "%", safe));
  return [
    text,
    json,
    json.replace(/[^\0-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    json.replaceAll("/", "\\/"),
    text.replaceAll(/[^\p{L}\p{N}_@%+=:,./\n-]/gu, "\\$&"),
    text.replaceAll("'", "'\\''"),
    ...urls.flatMap((url) => [url, url.replaceAll("%20", "+")]),
  ];
}

/** In hexadecimal, and the characters of base64 that depend on a text, where so many bytes stand before it (modulo 3). */
function encodedForms(text: string): { readonly base64: string[]; readonly hex: string[] } {
  const bytes = new TextEncoder().encode(text);
  const base64 = [0, 1, 2].flatMap((before) => {
    const start = Math.ceil((before * 8) / 6);
    const form = btoa("\0".repeat(before) + latin1(bytes)).replaceAll("=", "");
    // The last character is known only if nothing follows.
    return [form.slice(start), form.slice(start, Math.floor(((before + bytes.length) * 8) / 6))];
  });
  if (bytes.length < MIN_INNER_BYTES) return { base64: base64.slice(0, 1), hex: [] };
  const urls = base64.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"));
  return { base64: [...base64, ...urls], hex: inHex(bytes) };
}

/** A place that holds a secret, or a piece of one. */
export type Span = Omit<Hit, "owner"> & { readonly name: string };

/** What stands for a set of secrets in a text. */
export class SecretForms {
  private readonly index = new PieceIndex();
  /** Of the secrets, the shortest first. */
  private readonly names: string[] = [];

  constructor(secrets: Readonly<Record<string, string>>) {
    let characters = 0;
    for (const [label, value] of Object.entries(secrets).sort(([, a], [, b]) => a.length - b.length)) {
      if (value.length < MIN_SECRET_LENGTH) continue;
      this.names.push(`[secret ${label}]`);
      characters += value.length;
      if (characters > MAX_ENCODED_CHARACTERS) this.add([value], LONGEST_PIECE, LONGEST_PIECE - 1);
      else for (const unit of unitsOf(value)) this.addForms(unit);
    }
  }

  private addForms(unit: string): void {
    const half = PIECES.findLast((length) => length <= unit.length / 2);
    const { base64, hex } = encodedForms(unit);
    this.add(plainForms(unit), half ?? MIN_PIECE);
    this.add(base64, BASE64_PIECE);
    this.add(hex, HEX_PIECE);
  }

  private add(forms: readonly string[], piece: number, step = 1): void {
    for (const form of new Set(forms))
      this.index.add(form, this.names.length - 1, Math.min(form.length, piece), step);
  }

  get isEmpty(): boolean {
    return this.names.length === 0;
  }

  /** What a text holds, sorted, without overlaps, and up to where that is certain; `isWhole`: nothing follows it. */
  search(text: string, isWhole: boolean): { readonly spans: readonly Span[]; readonly decided: number } {
    const spans: { start: number; end: number; owner: number }[] = [];
    for (const hit of this.index.find(text)) {
      const last = spans.at(-1);
      if (last === undefined || hit.start >= last.end) spans.push({ ...hit });
      else {
        last.end = Math.max(last.end, hit.end);
        last.owner = Math.max(last.owner, hit.owner);
      }
    }
    return {
      spans: spans.map(({ start, end, owner }) => ({ start, end, name: this.names[owner] ?? "" })),
      decided: text.length - (isWhole ? 0 : this.index.openAtEnd(text)),
    };
  }
}
