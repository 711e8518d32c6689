import type { BulkLine } from "@workspace-agent/core/schemas";
import { LineBuffer } from "./line-buffer.ts";

const NEWLINE = 0x0a;
const BLANK = /^[ \t\r]*$/;

/**
 * Reads bytes as lines of JSON (NDJSON). A line ends with `\n`, which may follow `\r`. A byte order mark at the start and blank lines are
 * skipped and not counted. A line that is longer than `lineBytes`, or not JSON in UTF-8, becomes a fault at its index.
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
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to !== -1; to = chunk.indexOf(NEWLINE, from)) {
      this.#add(chunk.subarray(from, to), lines);
      this.#finish(lines);
      from = to + 1;
    }
    this.#add(chunk.subarray(from), lines);
    return lines;
  }

  /** The last line, where no `\n` ends it. */
  end(): readonly BulkLine[] {
    const lines: BulkLine[] = [];
    if (this.#open.size > 0) this.#finish(lines);
    return lines;
  }

  #add(part: Uint8Array, lines: BulkLine[]): void {
    if (this.#isSkipping) return;
    if (this.#open.size + part.byteLength <= this.#lineBytes) {
      this.#open.add(part);
      return;
    }
    this.#open.clear();
    this.#isSkipping = true;
    this.#fault(lines, "payload_too_large", `A line may have at most ${this.#lineBytes} bytes.`);
  }

  #finish(lines: BulkLine[]): void {
    if (!this.#isSkipping) this.#parse(this.#open.take(), lines);
    this.#isSkipping = false;
    this.#isFirst = false;
  }

  #parse(bytes: Uint8Array, lines: BulkLine[]): void {
    let line: string;
    try {
      line = this.#decoder.decode(bytes);
    } catch {
      this.#fault(lines, "invalid_request", "The line is not UTF-8.");
      return;
    }
    const text = this.#isFirst && line.startsWith("\ufeff") ? line.slice(1) : line;
    if (BLANK.test(text)) return;
    try {
      lines.push({ index: this.#index, value: JSON.parse(text) });
      this.#index += 1;
    } catch {
      this.#fault(lines, "invalid_request", "The line is not JSON.");
    }
  }

  #fault(lines: BulkLine[], code: "invalid_request" | "payload_too_large", detail: string): void {
    lines.push({ index: this.#index, fault: { code, detail } });
    this.#index += 1;
  }
}
