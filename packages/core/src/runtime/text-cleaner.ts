import { cleanText } from "./text.ts";

/** A line with escapes that is longer is not waited for. */
const MAX_HELD = 8_192;

/** Cleans a text that comes in pieces, whose borders may fall into an escape. No escape goes beyond its line. */
export class TextCleaner {
  private held = "";

  constructor(private readonly clean: (text: string) => string = cleanText) {}

  add(piece: string): string {
    const text = this.held + piece;
    const line = text.lastIndexOf("\n") + 1;
    let start = text.indexOf("\u001b", line);
    if (start >= 0 && text.length - start > MAX_HELD) start = text.lastIndexOf("\u001b");
    if (start < 0 || text.length - start > MAX_HELD) start = text.length;
    this.held = text.slice(start);
    return this.clean(text.slice(0, start));
  }

  /** What was held back. */
  end(): string {
    const text = this.held;
    this.held = "";
    return this.clean(text);
  }
}
