import type { SecretForms } from "./secret-forms.ts";

/** Of a secret that is longer than this the name is shown before its end has come. */
const MAX_HELD = 256;
/** So much of such a secret is kept, to see that it goes on. */
const CONTEXT = 512;

/** The line breaks of a secret stay: the lines after it keep their numbers. */
const breaksOf = (text: string) => text.replaceAll(/[^\n]+/g, "");

/** Takes secrets out of a text that comes in pieces, whose borders may fall into one. Holds back only what may be a part of a secret. */
export class StreamRedactor {
  private text = "";
  /** So much of the text has been shown, or stands for a name that has been. */
  private shown = 0;
  /** The name was shown of a secret that has not ended. */
  private isInside = false;
  private readonly forms: SecretForms | null;

  /** Without forms there is nothing to be taken out. */
  constructor(forms?: SecretForms) {
    this.forms = forms === undefined || forms.isEmpty ? null : forms;
  }

  /** Nothing is looked for. */
  get isIdle(): boolean {
    return this.forms === null;
  }

  add(piece: string): string {
    return this.show(piece, false);
  }

  /** What was held back. */
  end(): string {
    return this.show("", true);
  }

  /** A text that does not come in pieces. */
  whole(text: string): string {
    return this.show(text, true);
  }

  private show(piece: string, isWhole: boolean): string {
    if (this.forms === null) return piece;
    this.text += piece;
    const { spans, decided } = this.forms.search(this.text, isWhole);
    let shown = "";
    let at = this.shown;
    let until = decided;
    for (const { start, end, name } of spans) {
      if (end <= at) continue;
      if (end > until && until - start < MAX_HELD) until = Math.min(until, start);
      if (start >= until) break;
      const to = Math.min(end, until);
      shown += start < at ? "" : this.text.slice(at, start) + name;
      shown += breaksOf(this.text.slice(Math.max(at, start), to));
      at = to;
      this.isInside = end > until;
    }
    if (until > at) {
      shown += this.text.slice(at, until);
      at = until;
      this.isInside = false;
    }
    const from = this.isInside ? Math.max(0, at - CONTEXT) : at;
    this.text = this.text.slice(from);
    this.shown = at - from;
    return shown;
  }
}
