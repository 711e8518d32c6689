import type { SecretForms } from "./redact.ts";

const SPECIAL = /[.*+?^${}()|[\]\\/-]/g;

/** Takes secrets out of a text that comes in pieces, whose borders may fall into one. Holds back only what may be the start of a secret. */
export class StreamRedactor {
  private held = "";
  private readonly names: ReadonlyMap<string, string>;
  private readonly pattern: RegExp | null;
  private readonly longest: number;

  /** The longest form first. */
  constructor(private readonly forms: SecretForms) {
    this.names = new Map(forms);
    const choices = forms.map(([form]) => form.replace(SPECIAL, "\\$&"));
    this.pattern = choices.length === 0 ? null : new RegExp(choices.join("|"), "g");
    this.longest = forms[0]?.[0].length ?? 0;
  }

  add(piece: string): string {
    if (this.pattern === null) return piece;
    const text = this.held + piece;
    // What begins before this place is there in full, however long it is.
    const decided = text.length - this.longest + 1;
    let shown = "";
    let at = 0;
    for (const match of text.matchAll(this.pattern)) {
      if (match.index >= decided) break;
      shown += text.slice(at, match.index) + (this.names.get(match[0]) ?? "");
      at = match.index + match[0].length;
    }
    shown += text.slice(at, Math.max(at, decided));
    return shown + this.undecided(text, Math.max(at, decided, 0));
  }

  /** The end of a text, where a longer secret may be about to come: shown up to the first place where that is so. */
  private undecided(text: string, from: number): string {
    let shown = "";
    let at = from;
    while (at < text.length) {
      const rest = text.slice(at);
      if (this.forms.some(([form]) => form.length > rest.length && form.startsWith(rest))) break;
      const found = this.forms.find(([form]) => rest.startsWith(form));
      shown += found === undefined ? text.charAt(at) : found[1];
      at += found === undefined ? 1 : found[0].length;
    }
    this.held = text.slice(at);
    return shown;
  }

  /** What was held back. */
  end(): string {
    const text = this.held;
    this.held = "";
    return this.pattern === null ? text : text.replace(this.pattern, (form) => this.names.get(form) ?? "");
  }
}
