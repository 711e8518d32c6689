import type { TokenUsage } from "../ports/model.ts";

/** Far above any response, and small enough that sums stay exact. */
const MAX_TOKENS = 1_000_000_000;

function count(tokens: number): number {
  return Number.isNaN(tokens) ? 0 : Math.min(MAX_TOKENS, Math.max(0, Math.round(tokens)));
}

/** A usage that can be summed: integers from 0 to 1,000,000,000. NaN becomes 0. */
export function soundUsage(usage: TokenUsage): TokenUsage {
  return {
    input_tokens: count(usage.input_tokens),
    output_tokens: count(usage.output_tokens),
    cache_read_tokens: count(usage.cache_read_tokens),
    cache_write_tokens: count(usage.cache_write_tokens),
  };
}
