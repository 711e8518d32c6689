const origin = { source: "models.dev", date: "2026-09-30" };

export const listedModel = {
  reference: "anthropic/claude-haiku-5-5",
  name: "Claude Haiku 5.5",
  is_default: true,
  is_small_default: true,
  context_window: { value: 1_000_000, ...origin },
  max_output_tokens: { value: 128_000, ...origin },
  prices: {
    ...{ input: 0.1, output: 0.5, cache_read: 0.01, cache_write: 0.125 },
    long_prompt: { above: 100_000, input: 0.5, output: 2.5, cache_read: 0.05, cache_write: 0.625 },
    ...origin,
  },
  capabilities: { images: true, tools: true, reasoning: true, structured_output: true, ...origin },
};
