import type { TokenUsage } from "../../ports/model.ts";
import type { StepUsage } from "../../domain/sessions/event.ts";
import type { ModelPrices } from "../../domain/prices/model-prices.ts";
import { roundUsd } from "../../domain/prices/usd.ts";

const MILLION = 1_000_000;

/** What a model call cost in US dollars; null where the price is not known. */
export function costOf(prices: ModelPrices | null, usage: TokenUsage): number | null {
  if (prices === null) return null;
  const { long_prompt: long } = prices;
  const { input, output, cache_read, cache_write } =
    long !== undefined && usage.input_tokens > long.above ? long : prices;
  const uncached = Math.max(0, usage.input_tokens - usage.cache_read_tokens - usage.cache_write_tokens);
  return roundUsd(
    (uncached * input +
      usage.output_tokens * output +
      usage.cache_read_tokens * cache_read +
      usage.cache_write_tokens * cache_write) /
      MILLION,
  );
}

/** What the log keeps of a model call: its tokens, its model and its cost. */
export function stepUsage(reference: string, prices: ModelPrices | null, usage: TokenUsage): StepUsage {
  return { ...usage, cost_usd: costOf(prices, usage), model: reference };
}
