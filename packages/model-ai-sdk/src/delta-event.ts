import { isRecord } from "./is-record.ts";
import { parsedJson } from "./parsed-json.ts";

/** The members of an OpenAI chat delta whose pieces are concatenated. */
const CHAT_TEXTS: ReadonlySet<string> = new Set(["content", "reasoning_content", "reasoning"]);
/** The same for Anthropic, by the type of the delta. */
const BLOCK_TEXTS: ReadonlyMap<unknown, string> = new Map([
  ["text_delta", "text"],
  ["thinking_delta", "thinking"],
  ["input_json_delta", "partial_json"],
]);

const EVENT = /^(?:event:[^\n]*\n)?data:([^\n]*)$/;
const STRING = /[^"\\]*(?:\\.[^"\\]*)*/y;
const WHOLE_STRING = /^[^"\\\p{Cc}]*(?:\\.[^"\\\p{Cc}]*)*$/u;

interface Piece {
  readonly member: string;
  readonly text: string;
}

/** The text of a chunk that holds one piece of text and nothing else. */
function chatPiece({ choices, usage }: Record<string, unknown>): Piece | null {
  const choice: unknown = Array.isArray(choices) && choices.length === 1 ? choices[0] : null;
  if (!isRecord(choice) || usage != null) return null;
  const { index: _index, delta, ...others } = choice;
  if (!isRecord(delta) || Object.values(others).some((other) => other !== null)) return null;
  const said = Object.entries(delta).filter(
    ([member, value]) => member !== "role" && value !== null && value !== "",
  );
  const [member, text] = said[0] ?? [];
  if (said.length !== 1 || member === undefined || typeof text !== "string") return null;
  return CHAT_TEXTS.has(member) ? { member, text } : null;
}

function blockPiece({ type, delta }: Record<string, unknown>): Piece | null {
  if (type !== "content_block_delta" || !isRecord(delta) || Object.keys(delta).length !== 2) return null;
  const member = BLOCK_TEXTS.get(delta["type"]);
  const text = member === undefined ? undefined : delta[member];
  return member === undefined || typeof text !== "string" ? null : { member, text };
}

function pieceIn(data: string): Piece | null {
  // Skips `[DONE]` without the cost of a failed parse.
  if (!data.trimStart().startsWith("{")) return null;
  const chunk = parsedJson(data);
  return isRecord(chunk) ? (chatPiece(chunk) ?? blockPiece(chunk)) : null;
}

/** A JSON-escaped text, or null if it is not valid. */
function unescaped(text: string): string | null {
  const read = text.includes("\\") ? parsedJson(`"${text}"`) : text;
  return typeof read === "string" ? read : null;
}

/** An event that holds one piece of text and nothing else. Events that differ from it in their text alone can be joined with it. */
export class DeltaEvent {
  private constructor(
    private readonly before: string,
    private readonly after: string,
    /** JSON-escaped, without the quotes. */
    private text: string,
  ) {}

  /** Null for every other event. */
  static parse(event: string): DeltaEvent | null {
    const data = EVENT.exec(event)?.[1];
    const piece = data === undefined ? null : pieceIn(data);
    if (piece === null) return null;
    const [found, second] = event.matchAll(new RegExp(`"${piece.member}"\\s*:\\s*"`, "g"));
    if (found === undefined || second !== undefined) return null;
    const start = found.index + found[0].length;
    STRING.lastIndex = start;
    const text = STRING.exec(event)?.[0] ?? "";
    return new DeltaEvent(event.slice(0, start), event.slice(start + text.length), text);
  }

  /** The JSON-escaped text of an event that differs in its text alone, or null for any other event. */
  private writtenIn(event: string): string | null {
    const { before, after } = this;
    if (event.length < before.length + after.length) return null;
    if (!event.startsWith(before) || !event.endsWith(after)) return null;
    const text = event.slice(before.length, event.length - after.length);
    return WHOLE_STRING.test(text) ? text : null;
  }

  /** Appends the text of an event that differs in its text alone. Returns whether it does. */
  join(event: string): boolean {
    const text = this.writtenIn(event);
    if (text === null) return false;
    this.text += text;
    return true;
  }

  /** The text of an event that differs in its text alone, or null for any other event. */
  textOf(event: string): string | null {
    const text = this.writtenIn(event);
    return text === null ? null : unescaped(text);
  }

  /** Its own text. */
  get ownText(): string | null {
    return unescaped(this.text);
  }

  toString(): string {
    return this.before + this.text + this.after;
  }
}
