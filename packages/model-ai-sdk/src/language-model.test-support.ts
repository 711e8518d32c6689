import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";

const usage = {
  inputTokens: { total: undefined, noCache: 3, cacheRead: 2, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** The end of a response, for which the provider gave no word of its own. */
export function finish(
  unified: "stop" | "tool-calls" | "length" | "content-filter" | "error" | "interrupted" | "other",
) {
  return { type: "finish", usage, finishReason: { unified, raw: undefined } } as const;
}

/** A language model that streams what it is given, and then ends or hangs. */
export function languageModel(parts: readonly LanguageModelV4StreamPart[], hangs = false): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "test",
    modelId: "test",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("not used")),
    doStream: () =>
      Promise.resolve({
        stream: new ReadableStream({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            if (!hangs) controller.close();
          },
        }),
      }),
  };
}
