import { SecretForms } from "./secret-forms.ts";

/** Of found text that is longer than this the name is shown before its end has come. */
const MAX_HELD = 256;
/** So much of it is kept, to see that it goes on. */
const CONTEXT = 512;

const NOTHING = new SecretForms({});

/** Takes secrets out of a text that comes in pieces, whose borders may fall into one. Holds back only what may be a part of a secret. */
export class StreamRedactor {
  private text = "";
  /** This much of the text was shown before: the name of a secret that has not ended stands for it. */
  private shown = 0;

  constructor(private readonly forms = NOTHING) {}

  /** Nothing is looked for. */
  get isIdle(): boolean {
    return this.forms.names.length === 0;
  }

  add(piece: string): string {
    return this.show(piece, false);
  }

  /** What was held back. */
  end(): string {
    return this.show("", true);
  }

  /** A text that does not come in pieces, or the last piece. */
  whole(text: string): string {
    return this.show(text, true);
  }

  private show(piece: string, isWhole: boolean): string {
    if (this.isIdle) return piece;
    this.text += piece;
    const { hits, decided } = this.forms.search(this.text, isWhole);
    let shown = "";
    let at = this.shown;
    let isInside = at > 0;
    let until = Math.max(decided, at);
    for (const { start, end, secret } of hits) {
      if (end <= at) continue;
      if (end > until && until - start < MAX_HELD) until = Math.min(until, start);
      if (start >= until) break;
      const to = Math.min(end, until);
      if (start >= at) shown += `${this.text.slice(at, start)}${this.forms.names[secret]}`;
      // The line breaks of a secret stay: the lines after it keep their numbers.
      shown += this.text.slice(Math.max(at, start), to).replaceAll(/[^\n]+/g, "");
      at = to;
      isInside = end > until;
    }
    if (until > at) {
      shown += this.text.slice(at, until);
      at = until;
      isInside = false;
    }
    const from = isInside ? Math.max(0, at - CONTEXT) : at;
    this.text = this.text.slice(from);
    this.shown = at - from;
    return shown;
  }
}
