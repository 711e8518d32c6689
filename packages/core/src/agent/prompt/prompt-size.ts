import type { TokenUsage } from "../../ports/model.ts";

/** A count that is this much below the estimate is not believed: some servers send none, or that of the last message alone. */
const LEAST_SHARE = 1 / 3;
/** How far a provider's count may raise the estimates. */
const MAX_SCALE = 2.5;
/** The estimate of fewer tokens says nothing about the scale. */
const MIN_SAMPLE_TOKENS = 2_000;

interface Measured {
  /** What the provider counted. */
  readonly input: number;
  readonly output: number;
  /** The estimates of the messages that were asked and of the answer. */
  readonly asked: number;
  readonly answer: number;
}

/** The size of a prompt: what the provider counted last, and an estimate of what came after. Costs the same however long the prompt is. */
export class PromptSize {
  /** The estimated tokens of all messages. */
  estimated = 0;
  /** The estimate of the request that is now being answered. */
  private asked: number | null = null;
  private measured: Measured | null = null;
  private sample: { readonly input: number; readonly estimated: number } | null = null;

  add(tokens: number): void {
    this.estimated += tokens;
  }

  /** The messages as they are go to the model. */
  ask(): void {
    this.asked = this.estimated;
  }

  /** The provider has counted a request; `answer` is the estimate of what it was answered with. */
  measure(usage: Pick<TokenUsage, "input_tokens" | "output_tokens">, answer: number): void {
    const asked = this.asked ?? Math.max(0, this.estimated - answer);
    this.asked = null;
    this.measured = { input: usage.input_tokens, output: usage.output_tokens, asked, answer };
    if (asked >= MIN_SAMPLE_TOKENS) this.sample = { input: usage.input_tokens, estimated: asked };
  }

  /** The messages were rewritten: what was counted no longer tells their size. */
  reset(estimated: number): void {
    this.estimated = estimated;
    this.asked = null;
    this.measured = null;
  }

  /** How many of the provider's tokens are about one of the estimate; at least 1. `overhead`: what is sent beside the messages. */
  scale(overhead: number): number {
    if (this.sample === null) return 1;
    const ratio = (this.sample.input - overhead) / this.sample.estimated;
    return Math.min(MAX_SCALE, Math.max(1, ratio));
  }

  /** The tokens of the whole prompt, with the `overhead` of instructions and tools. */
  tokens(overhead: number): number {
    const { measured } = this;
    const isBelieved = measured !== null && measured.input >= (measured.asked + overhead) * LEAST_SHARE;
    if (!isBelieved) return Math.ceil(overhead + this.estimated * this.scale(overhead));
    const since = this.estimated - measured.asked - measured.answer;
    return measured.input + measured.output + Math.max(0, since);
  }
}
