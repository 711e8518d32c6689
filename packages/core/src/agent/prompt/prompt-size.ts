import type { TokenUsage } from "../../ports/model.ts";

/** A count below this share of the estimate is ignored: some servers send none, or only that of the last message. */
const LEAST_SHARE = 1 / 3;
/** The most that a provider's count may raise the estimates. */
const MAX_SCALE = 2.5;
/** The scale is not derived from smaller prompts. */
const MIN_SAMPLE_TOKENS = 2_000;

interface Measured {
  /** As the provider counted. */
  readonly input: number;
  readonly output: number;
  /** The estimates of the request's messages and of the answer. */
  readonly asked: number;
  readonly answer: number;
}

/** The size of a prompt: the provider's last count plus an estimate of what came after. Takes constant time. */
export class PromptSize {
  /** The estimated tokens of all messages. */
  estimated = 0;
  /** The estimate of the request in progress. */
  private asked: number | null = null;
  private measured: Measured | null = null;
  private sample: { readonly input: number; readonly estimated: number } | null = null;

  add(tokens: number): void {
    this.estimated += tokens;
  }

  /** Call this when a request is built. */
  ask(): void {
    this.asked = this.estimated;
  }

  /** Adds the provider's count for a request. `answer` is the estimate of the answer. */
  measure(usage: Pick<TokenUsage, "input_tokens" | "output_tokens">, answer: number): void {
    const asked = this.asked ?? Math.max(0, this.estimated - answer);
    this.asked = null;
    this.measured = { input: usage.input_tokens, output: usage.output_tokens, asked, answer };
    if (asked >= MIN_SAMPLE_TOKENS) this.sample = { input: usage.input_tokens, estimated: asked };
  }

  /** Discards the count, because the messages were rewritten. */
  reset(estimated: number): void {
    this.estimated = estimated;
    this.asked = null;
    this.measured = null;
  }

  /** The provider's tokens per estimated token, at least 1. `overhead`: the estimate of what is sent besides the messages. */
  scale(overhead: number): number {
    if (this.sample === null) return 1;
    const ratio = (this.sample.input - overhead) / this.sample.estimated;
    return Math.min(MAX_SCALE, Math.max(1, ratio));
  }

  /** The tokens of the prompt, including the `overhead` of instructions and tools. */
  tokens(overhead: number): number {
    const { measured } = this;
    const isBelieved = measured !== null && measured.input >= (measured.asked + overhead) * LEAST_SHARE;
    if (!isBelieved) return Math.ceil(overhead + this.estimated * this.scale(overhead));
    const since = this.estimated - measured.asked - measured.answer;
    return measured.input + measured.output + Math.max(0, since);
  }
}
