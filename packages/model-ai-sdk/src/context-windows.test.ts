import { describe, expect, test } from "vitest";
import { aiSdkModels } from "./ai-sdk-models.ts";
import { knownSize } from "./context-windows.ts";

describe("the size of a model", () => {
  test.each([
    ["claude-sonnet-4-5-20250929", 200_000, 64_000],
    ["claude-opus-4-1-20250805", 200_000, 32_000],
    ["claude-3-5-haiku-latest", 200_000, 8_192],
    ["gpt-4", 8_192, 4_096],
    ["gpt-4o-mini", 128_000, 16_384],
    ["gpt-4.1-nano", 1_047_576, 32_768],
    ["anthropic/claude-sonnet-4", 200_000, 64_000],
    ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", 200_000, 64_000],
    ["meta-llama/Llama-3.3-70B-Instruct", 128_000, 8_192],
  ])("of %s is known by the longest beginning of its id", (id, contextWindow, maxOutputTokens) => {
    expect(knownSize(id)).toEqual({ contextWindow, maxOutputTokens });
  });

  test.each(["my-own-model", "", "not-gpt-4o", "sonnet"])("of %o is not known", (id) => {
    expect(knownSize(id)).toBeNull();
  });

  test("is the host's where the host names one, also where none is known", () => {
    const languageModel = () => {
      throw new Error("not asked");
    };
    const models = aiSdkModels({
      providers: {
        openai: () => Promise.resolve({ languageModel }),
        own: () => Promise.resolve({ languageModel }),
      },
      default: "openai/gpt-4o",
      contextWindows: { "openai/gpt-4o": 64_000, "own/thing": 8_000 },
    });
    const sizeOf = (reference: string) => {
      const model = models.resolve(reference, { tenant: "default" });
      return [model?.context_window, model?.max_output_tokens];
    };
    expect(sizeOf("openai/gpt-4o")).toEqual([64_000, 16_384]);
    expect(sizeOf("openai/gpt-4o-mini")).toEqual([128_000, 16_384]);
    expect(sizeOf("own/thing")).toEqual([8_000, undefined]);
    expect(sizeOf("own/other")).toEqual([undefined, undefined]);
  });
});
