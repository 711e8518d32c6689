import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { TokenUsage } from "@workspace-agent/core";

/** Flattens a usage; what the provider did not say is 0. Input counts the cached parts of the prompt too. Output is `least` or more. */
export function toTokenUsage({ inputTokens, outputTokens }: LanguageModelV4Usage, least = 0): TokenUsage {
  const cacheRead = inputTokens.cacheRead ?? 0;
  const cacheWrite = inputTokens.cacheWrite ?? 0;
  return {
    input_tokens: inputTokens.total ?? (inputTokens.noCache ?? 0) + cacheRead + cacheWrite,
    output_tokens: Math.max(
      least,
      outputTokens.total ?? (outputTokens.text ?? 0) + (outputTokens.reasoning ?? 0),
    ),
    cache_read_tokens: cacheRead,
    cache_write_tokens: cacheWrite,
  };
}
