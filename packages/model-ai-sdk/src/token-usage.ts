import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { TokenUsage } from "@workspace-agent/core/ports";

/** Tokens that only the total counts: some servers count reasoning there, others cache reads. */
function leftOut(raw: LanguageModelV4Usage["raw"], cacheRead: number): number {
  const { prompt_tokens: prompt, completion_tokens: output, total_tokens: total } = raw ?? {};
  if (typeof prompt !== "number" || typeof output !== "number" || typeof total !== "number") return 0;
  const rest = total - prompt - output;
  return rest > 0 && rest !== cacheRead ? rest : 0;
}

/** Flattens a usage. Missing values are 0. Input includes the cached parts of the prompt. Output is at least `least`. */
export function toTokenUsage(usage: LanguageModelV4Usage, least = 0): TokenUsage {
  const { inputTokens, outputTokens, raw } = usage;
  const cacheRead = inputTokens.cacheRead ?? 0;
  const cacheWrite = inputTokens.cacheWrite ?? 0;
  const output = outputTokens.total ?? (outputTokens.text ?? 0) + (outputTokens.reasoning ?? 0);
  return {
    input_tokens: inputTokens.total ?? (inputTokens.noCache ?? 0) + cacheRead + cacheWrite,
    output_tokens: Math.max(least, output + leftOut(raw, cacheRead)),
    cache_read_tokens: cacheRead,
    cache_write_tokens: cacheWrite,
  };
}
