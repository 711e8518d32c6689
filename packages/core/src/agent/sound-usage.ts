import type { TokenUsage } from "../ports/model.ts";

/** More than any response takes, and so few that the sums of a session stay exact. */
const MAX_TOKENS = 1_000_000_000;

function count(tokens: number): number {
  return Number.isNaN(tokens) ? 0 : Math.min(MAX_TOKENS, Math.max(0, Math.round(tokens)));
}

/** A usage that can be summed, whatever a provider has counted: whole numbers from 0 to 1,000,000,000; no number at all is 0. */
export function soundUsage(usage: TokenUsage): TokenUsage {
  return {
    input_tokens: count(usage.input_tokens),
    output_tokens: count(usage.output_tokens),
    cache_read_tokens: count(usage.cache_read_tokens),
    cache_write_tokens: count(usage.cache_write_tokens),
  };
}
