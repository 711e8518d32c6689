interface ModelSize {
  /** The most tokens of a prompt and its answer together. */
  readonly contextWindow: number;
  /** The most tokens of an answer. */
  readonly maxOutputTokens: number;
}

const K = 1_000;
const M = 1_000_000;

/**
 * The sizes of well-known models by the start of their id; the longest match counts. If a provider sells several windows, the one that every
 * account has: too small a window wastes some context, too large a one gets calls refused. Compared with the table of docs.litellm.ai of
 * July 2026. Newer models have the sizes of their family.
 */
const SIZES: Readonly<Record<string, readonly [contextWindow: number, maxOutputTokens: number]>> = {
  "claude-": [200 * K, 64 * K],
  "claude-3-": [200 * K, 8_192],
  "claude-3-haiku": [200 * K, 4_096],
  "claude-3-opus": [200 * K, 4_096],
  "claude-3-7": [200 * K, 64 * K],
  "claude-opus-4-0": [200 * K, 32 * K],
  "claude-opus-4-1": [200 * K, 32 * K],
  "claude-opus-4-2025": [200 * K, 32 * K],
  "claude-opus-4-6": [M, 128 * K],
  "claude-opus-4-7": [M, 128 * K],
  "claude-opus-4-8": [M, 128 * K],
  "claude-opus-5": [M, 128 * K],
  "claude-sonnet-4-6": [M, 64 * K],
  "claude-sonnet-5": [M, 128 * K],
  "claude-fable-5": [M, 128 * K],
  "claude-mythos-5": [M, 128 * K],
  "claude-4-opus": [200 * K, 32 * K],
  "gpt-3.5-turbo": [16_385, 4_096],
  "gpt-4": [8_192, 4_096],
  "gpt-4-0125": [128 * K, 4_096],
  "gpt-4-1106": [128 * K, 4_096],
  "gpt-4-turbo": [128 * K, 4_096],
  "gpt-4.1": [1_047_576, 32_768],
  "gpt-4o": [128 * K, 16_384],
  "gpt-4o-2024-05-13": [128 * K, 4_096],
  "gpt-5": [400 * K, 128 * K],
  "gpt-5-chat": [128 * K, 16_384],
  "gpt-5.1-chat": [128 * K, 16_384],
  "gpt-5.2-chat": [128 * K, 16_384],
  "gpt-5.3-chat": [128 * K, 16_384],
  "gpt-5.4": [1_050_000, 128 * K],
  "gpt-5.4-mini": [400 * K, 128 * K],
  "gpt-5.4-nano": [400 * K, 128 * K],
  "gpt-5.5": [1_050_000, 128 * K],
  "gpt-5.6": [1_050_000, 128 * K],
  "gpt-6": [400 * K, 128 * K],
  "gpt-oss": [131_072, 32_768],
  o1: [200 * K, 100 * K],
  o3: [200 * K, 100 * K],
  "o4-mini": [200 * K, 100 * K],
  "gemini-": [M, 65_535],
  "gemini-1.5": [M, 8_192],
  "gemini-2.0": [M, 8_192],
  "gemini-3.1-flash-live": [131_072, 65_535],
  "deepseek-": [128 * K, 8_192],
  "deepseek-v4": [M, 8_192],
  "mistral-large": [128 * K, 16_384],
  "mistral-medium": [128 * K, 16_384],
  "mistral-small": [128 * K, 16_384],
  codestral: [256 * K, 16_384],
  devstral: [128 * K, 16_384],
  "grok-3": [131_072, 16_384],
  "grok-4": [256 * K, 16_384],
  "grok-4.2": [M, 16_384],
  "grok-4.3": [M, 16_384],
  "grok-build": [256 * K, 16_384],
  "kimi-k2": [128 * K, 16_384],
  "qwen3-": [32_768, 8_192],
  "qwen3-coder": [256 * K, 65_536],
  "glm-4": [128 * K, 16_384],
  "llama-3.1": [128 * K, 8_192],
  "llama-3.3": [128 * K, 8_192],
};

/** The model names in an id with a vendor's prefix, as in `meta-llama/llama-3.3-70b` or `anthropic.claude-…`. */
function names(id: string): readonly string[] {
  const lower = id.toLowerCase();
  const last = lower.slice(lower.lastIndexOf("/") + 1);
  const afterVendor = /^(?:[a-z]{2,4}\.)?[a-z]+\.(.+)$/.exec(last)?.[1];
  return afterVendor === undefined ? [last] : [last, afterVendor];
}

/** The size of a model by its id at the provider, or null if unknown. */
export function knownSize(id: string): ModelSize | null {
  const beginnings = Object.keys(SIZES).filter((beginning) =>
    names(id).some((name) => name.startsWith(beginning)),
  );
  const longest = beginnings.toSorted((a, b) => b.length - a.length)[0];
  const size = longest === undefined ? undefined : SIZES[longest];
  return size === undefined ? null : { contextWindow: size[0], maxOutputTokens: size[1] };
}
