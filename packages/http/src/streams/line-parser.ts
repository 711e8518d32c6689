import type { BulkLine } from "@workspace-agent/core/schemas";
import { LineBuffer } from "./line-buffer.ts";

const NEWLINE = 0x0a;
const BLANK = /^[ \t\r]*$/;

/**
 * Bytes to the values of their lines (NDJSON). Lines end with `\n`, also after `\r`; a BOM in front of the first and
 * blank lines are passed over and not counted. What is no JSON in UTF-8, or longer than `lineBytes`, is a fault in its place.
 */
export class LineParser {
  readonly #lineBytes: number;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #open = new LineBuffer();
  #isSkipping = false;
  #isFirst = true;
  #index = 0;

  constructor(lineBytes: number) {
    this.#lineBytes = lineBytes;
  }

  push(chunk: Uint8Array): readonly BulkLine[] {
    const lines: BulkLine[] = [];
    const first = chunk.indexOf(NEWLINE);
    if (first === -1) {
      this.#hold(chunk, lines);
      return lines;
    }
    const last = chunk.lastIndexOf(NEWLINE);
    let whole = chunk.subarray(0, last);
    if (this.#isSkipping || this.#open.size > 0) {
      this.#hold(chunk.subarray(0, first), lines);
      this.#finish(lines);
      whole = chunk.subarray(first + 1, Math.max(first + 1, last));
    }
    this.#parseAll(whole, lines);
    this.#isFirst = false;
    this.#hold(chunk.subarray(last + 1), lines);
    return lines;
  }

  /** The last line, where no `\n` ended it. */
  end(): readonly BulkLine[] {
    const lines: BulkLine[] = [];
    this.#finish(lines);
    return lines;
  }

  #hold(part: Uint8Array, lines: BulkLine[]): void {
    if (this.#isSkipping || part.byteLength === 0) return;
    if (this.#open.size + part.byteLength <= this.#lineBytes) {
      this.#open.add(part);
      return;
    }
    this.#open.clear();
    this.#isSkipping = true;
    this.#tooLong(lines);
  }

  #finish(lines: BulkLine[]): void {
    if (!this.#isSkipping && this.#open.size > 0) this.#parseBytes(this.#open.take(), lines);
    this.#isSkipping = false;
  }

  /** Lines that came whole. Decoding them at once is much faster than one by one. */
  #parseAll(bytes: Uint8Array, lines: BulkLine[]): void {
    if (bytes.byteLength === 0) return;
    const text = bytes.byteLength <= this.#lineBytes ? this.#decode(bytes) : null;
    if (text !== null) {
      for (const line of text.split("\n")) this.#parse(line, lines);
      return;
    }
    for (let from = 0; from <= bytes.byteLength;) {
      const found = bytes.indexOf(NEWLINE, from);
      const to = found === -1 ? bytes.byteLength : found;
      this.#parseBytes(bytes.subarray(from, to), lines);
      from = to + 1;
    }
  }

  #parseBytes(bytes: Uint8Array, lines: BulkLine[]): void {
    if (bytes.byteLength > this.#lineBytes) {
      this.#tooLong(lines);
      return;
    }
    const text = this.#decode(bytes);
    if (text === null) this.#fault(lines, "invalid_request", "The line is not UTF-8.");
    else this.#parse(text, lines);
  }

  #parse(line: string, lines: BulkLine[]): void {
    const text = this.#isFirst && line.startsWith("\ufeff") ? line.slice(1) : line;
    this.#isFirst = false;
    if (BLANK.test(text)) return;
    try {
      lines.push({ index: this.#index, value: JSON.parse(text) });
      this.#index += 1;
    } catch {
      this.#fault(lines, "invalid_request", "The line is not JSON.");
    }
  }

  #decode(bytes: Uint8Array): string | null {
    try {
      return this.#decoder.decode(bytes);
    } catch {
      return null;
    }
  }

  #tooLong(lines: BulkLine[]): void {
    this.#fault(lines, "payload_too_large", `A line may hold at most ${this.#lineBytes} bytes.`);
  }

  #fault(lines: BulkLine[], code: "invalid_request" | "payload_too_large", detail: string): void {
    lines.push({ index: this.#index, fault: { code, detail } });
    this.#index += 1;
    this.#isFirst = false;
  }
}
