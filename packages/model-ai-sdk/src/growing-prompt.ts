import type { ModelRequest, PromptMessage } from "@workspace-agent/core/ports";
import { isShown } from "./prompt.ts";
import { isGiven, readPrompt } from "./written-prompt.ts";

/** Reusing shorter prompts saves too little. */
const MIN_MESSAGES = 50;
/** The last messages carry the cache breakpoints, so they are written again each time. */
const UNSETTLED = 2;

const COMMA = Buffer.from(",");

/** What a package wrote of a prompt that was sent before. */
interface WrittenPart {
  readonly reference: string;
  readonly system: string;
  /** The messages that `bytes` holds. */
  readonly messages: readonly PromptMessage[];
  /** The body before these messages. */
  readonly opening: string;
  readonly bytes: Uint8Array;
}

/** By the first message of the prompt, which lives as long as the prompt does. */
const writtenParts = new WeakMap<PromptMessage, WrittenPart>();

/** The written part that this prompt begins with, or null. */
function writtenPartOf(reference: string, { system, messages }: ModelRequest): WrittenPart | null {
  const part = messages[0] === undefined ? undefined : writtenParts.get(messages[0]);
  if (part === undefined || part.reference !== reference || part.system !== system) return null;
  const { length } = part.messages;
  const hasUnsettled = messages.slice(length).filter(isShown).length >= UNSETTLED;
  if (messages[length]?.role !== "assistant" || !hasUnsettled) return null;
  return part.messages.every((message, index) => message === messages[index]) ? part : null;
}

/** The positions at which the side (the model, or those who give it messages) changes. */
function changes<T>(all: readonly T[], isOfGivers: (each: T) => boolean): { side: boolean; at: number }[] {
  const found: { side: boolean; at: number }[] = [];
  for (const [at, each] of all.entries()) {
    const side = isOfGivers(each);
    if (found.at(-1)?.side !== side) found.push({ side, at });
  }
  return found;
}

/**
 * A prompt that is sent again with more messages at its end. The provider's package receives only the new messages, and what it wrote of
 * the earlier ones goes in front. The new part begins with a response of the model: no package joins that with the message before it.
 */
export class GrowingPrompt {
  private readonly written: WrittenPart | null;
  private isCompleted = false;

  constructor(
    private readonly reference: string,
    private readonly request: ModelRequest,
  ) {
    this.written = writtenPartOf(reference, request);
  }

  /** How many messages the package does not receive. */
  get count(): number {
    return this.written?.messages.length ?? 0;
  }

  /** The complete body for a request of which the package wrote `text`, or null if `text` holds no prompt. */
  complete(text: string): readonly Uint8Array[] | null {
    const { written } = this;
    if (written === null) return [Buffer.from(text)];
    const opening = text.startsWith(written.opening) ? written.opening : readPrompt(text)?.opening;
    if (opening === undefined) return null;
    this.isCompleted = true;
    return [Buffer.from(opening), written.bytes, COMMA, Buffer.from(text.slice(opening.length))];
  }

  /** Throws if only a part of the prompt was sent, because the package did not call `modelFetch` itself. */
  assertWhole(): void {
    if (this.written === null || this.isCompleted) return;
    const [first] = this.request.messages;
    if (first !== undefined) writtenParts.delete(first);
    throw new Error(
      "The prompt was sent without its earlier messages. packageAsIs requires modelFetch itself as the package's fetch.",
    );
  }

  /** Remembers what the package wrote of the messages before the last response. */
  remember(text: string): void {
    const { messages, system } = this.request;
    const [first] = messages;
    const shown = messages
      .slice(this.count)
      .map((message, index) => ({ message, at: this.count + index }))
      .filter(({ message }) => isShown(message));
    const ours = changes(shown, ({ message }) => message.role !== "assistant");
    // Images are loaded again for each request, so messages from the first image on are new objects the next time.
    const firstImage = shown.findIndex(({ message }) => message.parts.some(({ type }) => type === "image"));
    const end = Math.min(shown.length - UNSETTLED, firstImage === -1 ? Infinity : firstImage);
    const last = ours.findLastIndex(({ side, at }) => !side && at <= end);
    const response = shown[ours[last]?.at ?? 0];
    if (first === undefined || response === undefined || last < 1) return;
    const prompt = readPrompt(text);
    if (prompt === null) return;
    const theirs = changes(prompt.messages, isGiven);
    // A package may omit a message that its protocol cannot express. Then messages cannot be matched.
    if (ours.length !== theirs.length || ours[0]?.side !== theirs[0]?.side) return;
    const added = prompt.messages.slice(0, theirs[last]?.at).map((message) => JSON.stringify(message));
    const before = this.written === null ? [] : [this.written.bytes, COMMA];
    writtenParts.set(first, {
      reference: this.reference,
      system,
      messages: messages.slice(0, response.at),
      opening: prompt.opening,
      bytes: Buffer.concat([...before, Buffer.from(added.join(","))]),
    });
  }
}

/** The prompt of a call, or null if it is too short to reuse. */
export function growingPrompt(reference: string, request: ModelRequest): GrowingPrompt | null {
  return request.messages.length < MIN_MESSAGES ? null : new GrowingPrompt(reference, request);
}
