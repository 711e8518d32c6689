import { cleanText, OPEN_ESCAPE } from "./text.ts";

/** An escape that is longer is not waited for. */
const MAX_HELD = 8_192;

/** Cleans a text that comes in pieces, whose borders may fall into an escape. Holds back only an escape that may go on. */
export class TextCleaner {
  private held = "";

  constructor(private readonly clean: (text: string) => string = cleanText) {}

  add(piece: string): string {
    const text = this.held + piece;
    const open = OPEN_ESCAPE.exec(text)?.[0].length ?? 0;
    const end = open > MAX_HELD ? text.length : text.length - open;
    this.held = text.slice(end);
    return this.clean(text.slice(0, end));
  }

  /** What was held back. */
  end(): string {
    const text = this.held;
    this.held = "";
    return this.clean(text);
  }
}
