import type { ModelPrices, TokenPrices } from "./model-prices.ts";

function prices(input: number, output: number, cache_read: number, cache_write: number): TokenPrices {
  return { input, output, cache_read, cache_write };
}

/** Above 272,000 tokens: twice the input price, one and a half times the output price. */
function longer(short: TokenPrices): ModelPrices {
  const { input, output, cache_read, cache_write } = short;
  return {
    ...short,
    long_prompt: { above: 272_000, ...prices(2 * input, 1.5 * output, 2 * cache_read, 2 * cache_write) },
  };
}

const OPUS_4_5 = prices(5, 25, 0.5, 6.25);
const SONNET_4 = prices(3, 15, 0.3, 3.75);
const GPT_5 = prices(1.25, 10, 0.125, 1.25);
const GPT_5_2 = prices(1.75, 14, 0.175, 1.75);

/**
 * List prices of 21 November 2026 in US dollars per million tokens, standard tier, without regional surcharges: input, output, cache read,
 * cache write (Anthropic: for 5 minutes; OpenAI: for 30 minutes since GPT-5.6, before that at the input price). Sources:
 * platform.claude.com/docs/en/about-claude/pricing, developers.openai.com/api/docs/pricing, models.dev and docs.litellm.ai. Prices change:
 * a host that bills by them sets its own (`createAgentService({ prices })`).
 */
export const LIST_PRICES: Readonly<Record<string, ModelPrices>> = {
  "anthropic/claude-fable-5-1": prices(10, 50, 0.25, 12.5),
  "anthropic/claude-fable-5": prices(10, 50, 1, 12.5),
  "anthropic/claude-opus-5-5": prices(4, 20, 0.2, 5),
  "anthropic/claude-opus-5": OPUS_4_5,
  "anthropic/claude-opus-4-8": OPUS_4_5,
  "anthropic/claude-opus-4-7": OPUS_4_5,
  "anthropic/claude-opus-4-6": OPUS_4_5,
  "anthropic/claude-opus-4-5": OPUS_4_5,
  "anthropic/claude-opus-4-1": prices(15, 75, 1.5, 18.75),
  "anthropic/claude-sonnet-5-5": prices(2, 10, 0.1, 2.5),
  "anthropic/claude-sonnet-5": prices(2, 10, 0.2, 2.5),
  "anthropic/claude-sonnet-4-6": SONNET_4,
  "anthropic/claude-sonnet-4-5": SONNET_4,
  "anthropic/claude-haiku-5-5": {
    ...prices(0.1, 0.5, 0.01, 0.125),
    long_prompt: { above: 100_000, ...prices(0.5, 2.5, 0.05, 0.625) },
  },
  "anthropic/claude-haiku-4-5": prices(1, 5, 0.1, 1.25),
  "openai/gpt-6.1-sol": longer(prices(2, 10, 0.1, 2.5)),
  "openai/gpt-6.1-terra": longer(prices(1, 5, 0.05, 1.25)),
  "openai/gpt-6-astra": longer(prices(10, 50, 1, 12.5)),
  "openai/gpt-6-sol": longer(prices(2, 10, 0.2, 2.5)),
  "openai/gpt-6-luna": longer(prices(0.1, 0.5, 0.01, 0.125)),
  "openai/gpt-5.6-sol": longer(prices(4, 20, 0.4, 5)),
  "openai/gpt-5.6-terra": longer(prices(2, 12, 0.2, 2.5)),
  "openai/gpt-5.6-luna": longer(prices(0.2, 1.2, 0.02, 0.25)),
  "openai/gpt-5.5": longer(prices(5, 30, 0.5, 5)),
  "openai/gpt-5.4": longer(prices(2.5, 15, 0.25, 2.5)),
  "openai/gpt-5.4-mini": prices(0.75, 4.5, 0.075, 0.75),
  "openai/gpt-5.4-nano": prices(0.2, 1.25, 0.02, 0.2),
  "openai/gpt-5.3-codex": GPT_5_2,
  "openai/gpt-5.2": GPT_5_2,
  "openai/gpt-5.1": GPT_5,
  "openai/gpt-5": GPT_5,
  "openai/gpt-5-mini": prices(0.25, 2, 0.025, 0.25),
  "openai/gpt-5-nano": prices(0.05, 0.4, 0.005, 0.05),
  "openai/gpt-4.1": prices(2, 8, 0.5, 2),
  "openai/gpt-4.1-mini": prices(0.4, 1.6, 0.1, 0.4),
  "openai/o3": prices(2, 8, 0.5, 2),
  "openai/o4-mini": prices(1.1, 4.4, 0.275, 1.1),
};
