import type { SecretForms, SecretSearches } from "./secrets/secret-search.ts";
import { addSpan, type Span } from "./secrets/span.ts";

/** The name instead of a secret, with the line breaks of the secret: the lines after it keep their numbers. */
function masked({ name }: Span, text: string): string {
  return name + text.replaceAll(/[^\n]+/g, "");
}

/** Takes secrets out of a text that comes in pieces, whose borders may fall into one. Holds back only what may be a part of a secret. */
export class StreamRedactor {
  private held = "";
  /** Characters before what is held. */
  private offset = 0;
  private readonly searches: SecretSearches | null;

  /** Without forms there is nothing to be taken out. */
  constructor(forms?: SecretForms) {
    this.searches = forms === undefined || forms.isEmpty ? null : forms.searches();
  }

  /** Nothing is looked for. */
  get isIdle(): boolean {
    return this.searches === null;
  }

  add(piece: string): string {
    return this.searches === null ? piece : this.show(this.searches, this.held + piece, false);
  }

  /** What was held back. */
  end(): string {
    return this.searches === null ? "" : this.show(this.searches, this.held, true);
  }

  /** A text that does not come in pieces. */
  whole(text: string): string {
    return this.add(text) + this.end();
  }

  private show(searches: SecretSearches, text: string, isWhole: boolean): string {
    const { offset } = this;
    const { plain, percent, encoded, blocks } = searches;
    plain.scan(text, offset, isWhole);
    encoded.scan(text, offset, isWhole);
    blocks.scan(text, offset);
    // Where nothing is percent-encoded it would find the same again.
    if (text.includes("%") || percent.isSplitAt(offset)) percent.scan(text, offset, isWhole);
    else percent.follow(plain);
    let decided = isWhole
      ? offset + text.length
      : Math.min(plain.decided, percent.decided, encoded.decided, blocks.decided);
    let shown = "";
    let at = offset;
    for (const span of takeSpans(searches)) {
      if (span.end > decided) {
        decided = Math.min(decided, span.start);
        plain.spans.push(span);
        continue;
      }
      shown += text.slice(at - offset, span.start - offset);
      shown += masked(span, text.slice(span.start - offset, span.end - offset));
      at = span.end;
    }
    shown += text.slice(at - offset, Math.max(at, decided) - offset);
    this.offset = Math.max(at, decided);
    this.held = text.slice(this.offset - offset);
    return shown;
  }
}

/** What was found by all searches, sorted, as spans that do not overlap. */
function takeSpans({ plain, percent, encoded, blocks }: SecretSearches): readonly Span[] {
  const found = [...plain.spans, ...percent.spans, ...encoded.spans, ...blocks.spans];
  if (found.length === 0) return found;
  plain.spans = [];
  percent.spans = [];
  encoded.spans = [];
  blocks.spans = [];
  const merged: Span[] = [];
  for (const span of found.sort((a, b) => a.start - b.start || b.end - a.end)) addSpan(merged, span);
  return merged;
}
