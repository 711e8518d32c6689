import type { PieceIndex } from "./piece-index.ts";
import { SPECIAL, TextView, type Span } from "./text-view.ts";

/** Replaces secrets in a text that comes in chunks, or at once (`whole`). It holds back only what may be a part of one. */
export class StreamRedactor {
  private held = "";
  /** Characters before what is held back. */
  private offset = 0;
  private found: Span[] = [];
  /** The text as it is and, where that differs, decoded. */
  private readonly views: TextView[] = [];

  constructor(forms?: PieceIndex) {
    if (forms !== undefined && forms.sizes.length > 0) this.views.push(new TextView(forms, false, 0));
  }

  get isIdle(): boolean {
    return this.views.length === 0;
  }

  add(chunk: string): string {
    return this.isIdle ? chunk : this.show(this.held + chunk, false);
  }

  end(): string {
    return this.show(this.held, true);
  }

  whole(text: string): string {
    return this.show(text, true);
  }

  private show(text: string, isEnd: boolean): string {
    const { offset, found, views } = this;
    const [plain, ...decoded] = views;
    if (!SPECIAL.test(text)) views.splice(this.held === "" ? 1 : 2);
    else if (plain && decoded.length === 0) views.push(new TextView(plain.pieces, true, offset));
    let decided = offset + text.length;
    for (const view of views)
      decided = Math.min(decided, view.read(text.slice(view.position - offset), isEnd, found));
    const spans: Span[] = [];
    // Of spans that overlap, the first and largest gives the name.
    for (const span of found.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
      const [start, end, name] = spans.at(-1) ?? [0, 0, ""];
      if (span[0] >= end) spans.push(span);
      else spans[spans.length - 1] = [start, Math.max(end, span[1]), name];
    }
    this.found = spans.filter(([, end]) => end > decided);
    let shown = "";
    let at = offset;
    for (const [start, end, name] of spans.slice(0, spans.length - this.found.length)) {
      // The lines after a secret keep their numbers.
      const lines = text.slice(start - offset, end - offset).replaceAll(/[^\n]+/g, "");
      shown += text.slice(at - offset, start - offset) + name + lines;
      at = end;
    }
    this.offset = Math.min(decided, this.found[0]?.[0] ?? decided);
    this.held = text.slice(this.offset - offset);
    return shown + text.slice(at - offset, this.offset - offset);
  }
}
