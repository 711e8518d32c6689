import * as v from "valibot";
import { fromBase64 } from "../../runtime/base64.ts";
import { cleanText } from "../../runtime/text.ts";

/** The longest record that is read. Of a longer one only the file is known. */
const MAX_LINE = 8_388_608;
/** How much of a long line is read on each side of its match: more than is shown, so that secrets are recognized. */
const AROUND = 16_384;
const MATCH = '{"type":"match"';
const SUBMATCHES = ',"submatches":[';
/** Longer than any marker that may be split between two pieces. */
const BORDER = 64;

/** Text, or base64 if it is not UTF-8. */
const TextSchema = v.union([
  v.pipe(
    v.object({ text: v.string() }),
    v.transform(({ text }) => text),
  ),
  v.pipe(
    v.object({ bytes: v.pipe(v.string(), v.base64()) }),
    v.transform(({ bytes }) => new TextDecoder().decode(fromBase64(bytes))),
  ),
]);

/** The parts of a record of a match that come before its submatches. */
const MatchSchema = v.object({
  data: v.object({ path: TextSchema, lines: TextSchema, line_number: v.nullable(v.number()) }),
});
const PathSchema = v.object({ data: v.object({ path: TextSchema }) });

export interface MatchedLine {
  readonly path: string;
  /** Null if the line is too long to read. */
  readonly number: number | null;
  /** Cleaned. Of a long line, the part around its first match. */
  readonly text: string;
  /** The position of the first match in `text`, before redaction. */
  readonly at: number;
  readonly isCut: boolean;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Converts a position in bytes to one in characters. */
function charactersBefore(line: string, bytes: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(line).subarray(0, bytes)).length;
}

function toLine(record: string): MatchedLine | null {
  // JSON strings cannot contain this sequence, because their quotes are escaped.
  const end = record.indexOf(SUBMATCHES);
  const match = v.safeParse(MatchSchema, end < 0 ? parsed(record) : parsed(`${record.slice(0, end)}}}`));
  if (!match.success) {
    const path = v.safeParse(PathSchema, parsed(`${record.slice(0, record.indexOf(',"lines":'))}}}`));
    return path.success ? { path: path.output.data.path, number: null, text: "", at: 0, isCut: true } : null;
  }
  const { path, lines, line_number } = match.output.data;
  const bytes = end < 0 ? 0 : Number(/"start":(\d+)/.exec(record.slice(end))?.[1] ?? 0);
  const at = lines.length > AROUND ? charactersBefore(lines, bytes) : Math.min(bytes, lines.length);
  const from = Math.max(0, at - AROUND);
  const text = cleanText(lines.slice(from, at + AROUND)).trimEnd();
  return {
    path,
    number: line_number ?? 0,
    text,
    at: cleanText(lines.slice(from, at)).length,
    isCut: from > 0 || at + AROUND < lines.length,
  };
}

/** Reads ripgrep's JSON lines in pieces. Collects the first matches, without their many submatches, and counts the others. */
export class MatchRecords {
  readonly lines: MatchedLine[] = [];
  /** All matching lines, including those that are not collected. */
  count = 0;
  private record = "";
  /** Whether the rest of the record is skipped. */
  private isPassed = false;

  constructor(private readonly most: number) {}

  add(text: string): void {
    let start = 0;
    for (;;) {
      const end = text.indexOf("\n", start);
      this.extend(text.slice(start, end < 0 ? undefined : end));
      if (end < 0) return;
      this.end();
      start = end + 1;
    }
  }

  private extend(text: string): void {
    if (this.isPassed || text === "") return;
    const before = Math.max(0, this.record.length - BORDER);
    this.record += text;
    if (this.record.length < MATCH.length) return;
    const isWanted = this.record.startsWith(MATCH) && this.lines.length < this.most;
    if (!isWanted) {
      this.record = this.record.slice(0, MATCH.length);
      this.isPassed = true;
      return;
    }
    const end = this.record.indexOf(SUBMATCHES, before);
    const isTold = end >= 0 && /"start":\d+[^\d]/.test(this.record.slice(end));
    this.isPassed = isTold || this.record.length > MAX_LINE;
  }

  /** Ends a record. Call this at the end of the output, too: the last record may be cut off. */
  end(): void {
    const { record } = this;
    this.record = "";
    this.isPassed = false;
    if (!record.startsWith(MATCH)) return;
    this.count += 1;
    const line = this.lines.length < this.most ? toLine(record) : null;
    if (line !== null) this.lines.push(line);
  }
}
