import type { Model, ToolSpecification } from "../../ports/model.ts";
import { estimateTokens } from "./estimate-tokens.ts";

/** For models without a known context window. */
const DEFAULT_WINDOW_TOKENS = 128_000;
const MIN_RESERVE_TOKENS = 16_384;
const KEPT_OUTPUT_TOKENS = 40_000;
const KEPT_TAIL_TOKENS = 20_000;
const KEPT_MESSAGE_TOKENS = 8_000;
const SUMMARY_TOKENS = 4_000;
/** The least that is useful. */
const MIN_MESSAGE_TOKENS = 1_000;

/** How many tokens the parts of a prompt may take. */
export interface TokenBudget {
  /** All messages together. Above it the prompt is compacted. */
  readonly messages: number;
  /** The newest outputs, which are kept. */
  readonly outputs: number;
  /** The newest messages, which are not summarized. */
  readonly tail: number;
  /** People's messages that stay beside a summary. */
  readonly kept: number;
  readonly summary: number;
}

/** The tokens that a prompt may take: the window minus a reserve for the answer, which is at most half of the window. */
export function promptLimit({
  context_window,
  max_output_tokens,
}: Pick<Model, "context_window" | "max_output_tokens">): number {
  const window = context_window ?? DEFAULT_WINDOW_TOKENS;
  const reserve = Math.max(MIN_RESERVE_TOKENS, max_output_tokens ?? 0);
  return window - Math.min(reserve, Math.floor(window / 2));
}

/**
 * Divides a limit into a budget. `overhead` is what instructions and tools take; `scale` is the number of the provider's tokens per
 * estimated token. In a small window each share is a fraction, so that what is kept always fits.
 */
export function budgetWithin(limit: number, overhead: number, scale: number): TokenBudget {
  const messages = Math.max(MIN_MESSAGE_TOKENS, Math.floor(Math.max(limit - overhead, limit / 4) / scale));
  const share = (most: number, part: number) => Math.min(most, Math.floor(messages * part));
  return {
    messages,
    outputs: share(KEPT_OUTPUT_TOKENS, 0.5),
    tail: share(KEPT_TAIL_TOKENS, 0.4),
    kept: share(KEPT_MESSAGE_TOKENS, 0.15),
    summary: share(SUMMARY_TOKENS, 0.15),
  };
}

/** The estimated tokens of what is sent besides the messages. */
export function overheadOf(system: string, tools: readonly ToolSpecification[]): number {
  return (
    estimateTokens(system) +
    tools.reduce(
      (sum, { name, description, parameters }) =>
        sum + estimateTokens(name) + estimateTokens(description) + estimateTokens(JSON.stringify(parameters)),
      0,
    )
  );
}
