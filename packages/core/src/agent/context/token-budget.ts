import type { Model, ToolSpecification } from "../../ports/model.ts";
import { estimateTokens } from "./estimate-tokens.ts";

/** The window of a model that does not say its own. */
export const DEFAULT_WINDOW_TOKENS = 128_000;
const MIN_RESERVE_TOKENS = 16_384;
const KEPT_OUTPUT_TOKENS = 40_000;
const KEPT_TAIL_TOKENS = 20_000;
const KEPT_MESSAGE_TOKENS = 8_000;
const SUMMARY_TOKENS = 4_000;
/** With less nothing can be told to a model. */
const MIN_MESSAGE_TOKENS = 1_000;

/** What the parts of a prompt may take, in tokens. */
export interface TokenBudget {
  /** All messages together; beyond it room has to be made. */
  readonly messages: number;
  /** The newest outputs, which stay. */
  readonly outputs: number;
  /** The newest messages, which are not summed up. */
  readonly tail: number;
  /** People's messages that are kept beside a summary. */
  readonly kept: number;
  readonly summary: number;
}

/** The tokens that a whole prompt may take: the window less room for the answer, which is never more than half of it. */
export function promptLimit({
  context_window,
  max_output_tokens,
}: Pick<Model, "context_window" | "max_output_tokens">): number {
  const window = context_window ?? DEFAULT_WINDOW_TOKENS;
  const reserve = Math.max(MIN_RESERVE_TOKENS, max_output_tokens ?? 0);
  return window - Math.min(reserve, Math.floor(window / 2));
}

/**
 * Divides a limit. `overhead` is what instructions and tools take, `scale` how many of the provider's tokens are about one of our estimate.
 * In a small window the shares are smaller than the numbers for a large one, so that what is kept always fits.
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

/** What is sent with every prompt beside its messages, in estimated tokens. */
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
