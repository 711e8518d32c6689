import { estimatePart } from "../context/estimate-tokens.ts";
import { shortenPart } from "../context/shorten.ts";
import type { PromptMessage, PromptPart } from "../../ports/model.ts";
import { NOT_RUN, UNKNOWN_OUTCOME } from "../../domain/sessions/call-result.ts";
import type { ToolCallPart, ToolResultPart } from "../../domain/sessions/content.ts";
import type { Item } from "../../domain/sessions/item.ts";
import { nameForPrompt, toPromptPart } from "./prompt-part.ts";

/** Replaces an old output. */
export const OMITTED_OUTPUT =
  "[This old output was omitted to fit the context window. Run the call again if you need it.]";

/** Shorter outputs are not omitted. */
const MIN_OMITTED_TOKENS = 100;

export interface PromptCall {
  readonly item: Item;
  readonly part: ToolCallPart;
  isStarted: boolean;
  result: ToolResultPart | null;
}

/** A part of the prompt and its estimated tokens. */
interface Shown {
  readonly part: PromptPart;
  readonly tokens: number;
}

function show(part: PromptPart): Shown {
  return { part, tokens: estimatePart(part) };
}

/** A message of a person or of the service in the prompt. */
export class UserEntry {
  readonly type = "user";
  private shown: readonly Shown[] = [];
  private rendered: readonly PromptMessage[] = [];
  /** Estimated. */
  tokens = 0;

  /** `seq`: of the event that added the entry. `source`: a person, the service, or a summary of earlier entries. */
  constructor(
    readonly seq: number,
    readonly messageId: string,
    readonly source: "person" | "service" | "summary",
    parts: readonly PromptPart[],
  ) {
    this.show(parts.map(show));
  }

  get parts(): readonly PromptPart[] {
    return this.shown.map(({ part }) => part);
  }

  /** The estimated tokens of the parts that can be shortened. */
  sizes(): number[] {
    return this.shown.map(({ tokens }) => tokens);
  }

  shorten(longest: number): void {
    this.show(this.shown.map((shown) => shortened(shown, longest)));
  }

  private show(shown: readonly Shown[]): void {
    this.shown = shown;
    this.tokens = totalTokens(shown);
    this.rendered = shown.length === 0 ? [] : [{ role: "user", parts: this.parts }];
  }

  /** The same objects until the entry changes. */
  messages(): readonly PromptMessage[] {
    return this.rendered;
  }
}

/** A response of the model with the results of its calls. */
export class AssistantEntry {
  readonly type = "assistant";
  readonly calls: PromptCall[] = [];
  private said: Shown[] = [];
  private answers: Shown[] = [];
  private rendered: readonly PromptMessage[] | null = null;
  /** The estimated tokens of the response. */
  private saidTokens = 0;
  /** The estimated tokens of the results. */
  answerTokens = 0;

  constructor(
    readonly seq: number,
    readonly messageId: string,
  ) {}

  get tokens(): number {
    return this.saidTokens + this.answerTokens;
  }

  get parts(): readonly PromptPart[] {
    return this.said.map(({ part }) => part);
  }

  add(item: Item): readonly PromptCall[] {
    const calls: PromptCall[] = [];
    for (const content of item.content) {
      const part = toPromptPart(content);
      if (part !== null) this.say(show(part));
      if (content.type === "tool_call") calls.push({ item, part: content, isStarted: false, result: null });
    }
    for (const call of calls) this.answer(this.calls.push(call) - 1, call);
    this.rendered = null;
    return calls;
  }

  private say(shown: Shown): void {
    this.said.push(shown);
    this.saidTokens += shown.tokens;
  }

  /** Call this after a call has changed. */
  update(call: PromptCall): void {
    this.answer(this.calls.indexOf(call), call);
  }

  private answer(index: number, call: PromptCall): void {
    const answer = show(toAnswer(call));
    this.answerTokens += answer.tokens - (this.answers[index]?.tokens ?? 0);
    this.answers[index] = answer;
    this.rendered = null;
  }

  hasOpenCalls(): boolean {
    return this.calls.some((call) => call.result === null);
  }

  openCalls(): readonly PromptCall[] {
    return this.calls.filter((call) => call.result === null);
  }

  sizes(): number[] {
    return [...this.said, ...this.answers].map(({ tokens }) => tokens);
  }

  /** The estimated tokens that omitting the outputs saves. */
  outputsToGain(): number {
    return this.answers
      .filter(({ tokens }) => tokens >= MIN_OMITTED_TOKENS)
      .reduce((gain, { tokens }) => gain + tokens - OMITTED_TOKENS, 0);
  }

  omitOutputs(): void {
    this.answers = this.answers.map((answer) => {
      if (answer.part.type !== "tool_result" || answer.tokens < MIN_OMITTED_TOKENS) return answer;
      const { images: _, ...result } = answer.part;
      return show({ ...result, output: OMITTED_OUTPUT });
    });
    this.count();
  }

  shorten(longest: number): void {
    this.said = this.said.map((shown) => shortened(shown, longest));
    this.answers = this.answers.map((answer) => shortened(answer, longest));
    this.count();
  }

  private count(): void {
    this.rendered = null;
    this.saidTokens = totalTokens(this.said);
    this.answerTokens = totalTokens(this.answers);
  }

  messages(): readonly PromptMessage[] {
    this.rendered ??= this.render();
    return this.rendered;
  }

  private render(): readonly PromptMessage[] {
    if (this.said.length === 0) return [];
    const said: PromptMessage = { role: "assistant", parts: this.parts };
    if (this.calls.length === 0) return [said];
    return [said, { role: "tool", parts: this.answers.map(({ part }) => part) }];
  }
}

export type PromptEntry = UserEntry | AssistantEntry;

const OMITTED_TOKENS = estimatePart({
  type: "tool_result",
  call_id: "",
  name: "",
  output: OMITTED_OUTPUT,
  is_error: false,
});

/** Whether an entry stands for earlier ones. */
export function isSummary(entry: PromptEntry): boolean {
  return entry.type === "user" && entry.source === "summary";
}

/** The estimated tokens of entries or parts together. */
export function totalTokens(shown: readonly { readonly tokens: number }[]): number {
  return shown.reduce((total, { tokens }) => total + tokens, 0);
}

function shortened(shown: Shown, longest: number): Shown {
  return shown.tokens <= longest ? shown : show(shortenPart(shown.part, longest));
}

function toAnswer({ part: { call_id, name }, result, isStarted }: PromptCall): PromptPart {
  const { output, is_error } = result ?? { output: isStarted ? UNKNOWN_OUTCOME : NOT_RUN, is_error: true };
  const images = result?.images !== undefined && { images: result.images };
  return { type: "tool_result", call_id, name: nameForPrompt(name), output, is_error, ...images };
}
