import { openEscape } from "./readings.ts";
import type { SecretForms, Span } from "./secret-forms.ts";

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
    return this.forms === null ? piece : this.show(this.forms, piece, false);
  }

  /** What was held back. */
  end(): string {
    return this.forms === null ? "" : this.show(this.forms, "", true);
  }

  /** A text that does not come in pieces. */
  whole(text: string): string {
    return this.forms === null ? text : this.show(this.forms, text, true);
  }

  private show(forms: SecretForms, piece: string, isWhole: boolean): string {
    this.text += piece;
    const { spans, decided } = forms.search(this.text, isWhole);
    let shown = "";
    let until = decided;
    for (const span of spans) {
      if (span.end <= this.shown) continue;
      if (span.end > until && until - span.start < MAX_HELD) until = Math.min(until, span.start);
      if (span.start >= until) break;
      shown += this.pass(span.start) + this.mask(span, Math.min(span.end, until));
    }
    shown += this.pass(until);
    const from = this.isInside
      ? Math.max(0, this.shown - CONTEXT)
      : openEscape(this.text.slice(0, this.shown));
    this.text = this.text.slice(from);
    this.shown -= from;
    return shown;
  }

  /** The text up to a place, in which there is no secret. */
  private pass(end: number): string {
    if (end <= this.shown) return "";
    const text = this.text.slice(this.shown, end);
    this.shown = end;
    this.isInside = false;
    return text;
  }

  private mask({ start, end, name }: Span, until: number): string {
    const goesOn = this.isInside && start < this.shown;
    const text = this.text.slice(this.shown, until);
    this.shown = until;
    this.isInside = until < end;
    return (goesOn ? "" : name) + breaksOf(text);
  }
}
