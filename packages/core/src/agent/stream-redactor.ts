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
    const start = this.startOfSecret(text, Math.max(at, decided));
    this.held = text.slice(start);
    return shown + text.slice(at, start);
  }

  /** The first place from which on the rest may be, or begin with, a secret. */
  private startOfSecret(text: string, from: number): number {
    for (let start = Math.max(0, from); start < text.length; start++) {
      const rest = text.slice(start);
      if (this.forms.some(([form]) => form.startsWith(rest) || rest.startsWith(form))) return start;
    }
    return text.length;
  }

  /** What was held back. */
  end(): string {
    const text = this.held;
    this.held = "";
    return this.pattern === null ? text : text.replace(this.pattern, (form) => this.names.get(form) ?? "");
  }
}
