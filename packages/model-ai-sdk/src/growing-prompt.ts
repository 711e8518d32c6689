import type { ModelRequest, PromptMessage } from "@workspace-agent/core/ports";
import { AppendOnlyBytes } from "./append-only-bytes.ts";
import { isShown } from "./prompt.ts";
import { isGiven, readPrompt } from "./written-prompt.ts";

/** Of a shorter prompt there is little to save. */
const WORTH_KEEPING = 50;
/** The last messages, which carry the cache breakpoints, are written again each time. */
const UNSETTLED = 2;

const COMMA = Buffer.from(",");

/** What is known of a prompt from when it was sent before. */
interface Kept {
  readonly reference: string;
  readonly system: string;
  /** Those that are written below. */
  readonly messages: readonly PromptMessage[];
  /** What stands before them. */
  readonly opening: string;
  readonly written: AppendOnlyBytes;
}

/** By the first message of the prompt, which lives as long as the prompt does. */
const known = new WeakMap<PromptMessage, Kept>();

function keptOf(reference: string, { system, messages }: ModelRequest): Kept | null {
  const kept = messages[0] === undefined ? undefined : known.get(messages[0]);
  if (kept === undefined || kept.reference !== reference || kept.system !== system) return null;
  const { length } = kept.messages;
  if (messages[length]?.role !== "assistant" || messages.slice(length).filter(isShown).length < UNSETTLED)
    return null;
  for (let at = 0; at < length; at++) if (messages[at] !== kept.messages[at]) return null;
  return kept;
}

/** Where those begin that are of another side than the one before. */
function changes<T>(all: readonly T[], isOfGivers: (each: T) => boolean): { side: boolean; at: number }[] {
  const found: { side: boolean; at: number }[] = [];
  for (const [at, each] of all.entries()) {
    const side = isOfGivers(each);
    if (found.at(-1)?.side !== side) found.push({ side, at });
  }
  return found;
}

/**
 * A prompt that is sent again and again, each time with more at its end: the provider's package is given what is new of it, and what
 * it wrote of the rest before is put in front of that. What is new begins with a response, which none of the packages joins with what is
 * before.
 */
export class GrowingPrompt {
  private readonly kept: Kept | null;
  private isCompleted = false;

  constructor(
    private readonly reference: string,
    private readonly request: ModelRequest,
  ) {
    this.kept = keptOf(reference, request);
  }

  /** How many messages the package need not be given. */
  get count(): number {
    return this.kept?.messages.length ?? 0;
  }

  /** The whole body of a request of which the package wrote this; null: there is no prompt in it. */
  complete(text: string): readonly Uint8Array[] | null {
    const { kept } = this;
    if (kept === null) return [Buffer.from(text)];
    const opening = text.startsWith(kept.opening) ? kept.opening : readPrompt(text)?.opening;
    if (opening === undefined) return null;
    this.isCompleted = true;
    return [Buffer.from(opening), kept.written.bytes, COMMA, Buffer.from(text.slice(opening.length))];
  }

  /** Throws where a part was sent for the whole: the package does not ask by `modelFetch` itself. */
  assertWhole(): void {
    if (this.kept === null || this.isCompleted) return;
    const [first] = this.request.messages;
    if (first !== undefined) known.delete(first);
    throw new Error("A prompt was not sent whole: packageAsIs is for packages with modelFetch itself alone.");
  }

  /** Keeps what the package wrote of the messages before the last response. */
  keep(text: string): void {
    const { messages, system } = this.request;
    const [first] = messages;
    const shown = messages
      .slice(this.count)
      .map((message, index) => ({ message, at: this.count + index }))
      .filter(({ message }) => isShown(message));
    const ours = changes(shown, ({ message }) => message.role !== "assistant");
    // An image is loaded again for each request: from its message on nothing is the same the next time.
    const firstImage = shown.findIndex(({ message }) => message.parts.some(({ type }) => type === "image"));
    const end = Math.min(shown.length - UNSETTLED, firstImage === -1 ? Infinity : firstImage);
    const last = ours.findLastIndex(({ side, at }) => !side && at <= end);
    const response = shown[ours[last]?.at ?? 0];
    if (first === undefined || response === undefined || last < 1) return;
    const prompt = readPrompt(text);
    if (prompt === null) return;
    const theirs = changes(prompt.messages, isGiven);
    // A package leaves out what its protocol has no word for: where that is a whole message, it is not known which one is which.
    if (ours.length !== theirs.length || ours[0]?.side !== theirs[0]?.side) return;
    const added = prompt.messages.slice(0, theirs[last]?.at).map((message) => JSON.stringify(message));
    const before = this.kept?.written.with(",") ?? AppendOnlyBytes.empty();
    known.set(first, {
      reference: this.reference,
      system,
      messages: messages.slice(0, response.at),
      opening: prompt.opening,
      written: before.with(added.join(",")),
    });
  }
}

/** The prompt of a call that is worth it; null: it is written whole. */
export function growingPrompt(reference: string, request: ModelRequest): GrowingPrompt | null {
  return request.messages.length < WORTH_KEEPING ? null : new GrowingPrompt(reference, request);
}
