import { describe, expect, it, test } from "vitest";
import type { KnownModel } from "../domain/models/known-model.ts";
import { KnownModels } from "./known-models.ts";

const origin = { source: "catalog", date: "2026-11-26" };
const model = (reference: string, context: number | null, input: number | null): KnownModel => ({
  reference,
  name: null,
  context_window: context === null ? null : { value: context, ...origin },
  max_output_tokens: context === null ? null : { value: context / 4, ...origin },
  prices:
    input === null
      ? null
      : { value: { input, output: input, cache_read: input, cache_write: input }, ...origin },
  capabilities: null,
});
const known = (...models: readonly KnownModel[]) => {
  const all = new KnownModels();
  if (models.length > 0) all.supersede(models);
  return all;
};
const size = (all: KnownModels, reference: string) => {
  const found = all.sizeOf(reference);
  return found === null ? null : [found.context_window, found.max_output_tokens];
};

describe("the built-in table", () => {
  test.each([
    ["anthropic/claude-fable-5-2", 1_000_000, 8, 40],
    ["anthropic/claude-opus-5-5", 1_000_000, 4, 20],
    ["anthropic/claude-sonnet-5-5", 1_000_000, 2, 10],
    ["anthropic/claude-haiku-5-5", 1_000_000, 0.1, 0.5],
    ["openai/gpt-6-astra", 1_050_000, 10, 50],
    ["openai/gpt-6.1-sol", 1_050_000, 2, 10],
    ["openai/gpt-6.2-sol", 1_050_000, 2, 10],
  ])("has the window and prices of %s, with source and date", (reference, context, input, output) => {
    const found = known().find(reference);
    expect(found).toMatchObject({
      context_window: { value: context },
      max_output_tokens: { value: 128_000 },
      prices: { value: { input, output } },
      capabilities: { value: { images: true, tools: true, reasoning: true } },
    });
    for (const figure of [found?.context_window, found?.prices, found?.capabilities])
      expect(figure).toMatchObject({
        source: expect.stringMatching(/\w/) as string,
        date: expect.stringMatching(/^2026-\d\d-\d\d$/) as string,
      });
  });

  test("has the prices of long prompts", () => {
    expect(known().find("anthropic/claude-haiku-5-5")?.prices?.value.long_prompt).toEqual({
      above: 100_000,
      input: 0.5,
      output: 2.5,
      cache_read: 0.05,
      cache_write: 0.625,
    });
  });
});

describe("the size of a model", () => {
  test.each([
    ["anthropic/claude-sonnet-4-5-20250929", 200_000, 64_000],
    ["anthropic/claude-opus-4-1-20250805", 200_000, 32_000],
    ["anthropic/claude-3-5-haiku-latest", 200_000, 8_192],
    ["openai/gpt-4", 8_192, 4_096],
    ["openai/gpt-4o-mini", 128_000, 16_384],
    ["openai/gpt-4.1-nano", 1_047_576, 32_768],
    ["openai/gpt-6-new", 1_050_000, 128_000],
    ["own/anthropic/claude-sonnet-4", 200_000, 64_000],
    ["bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0", 200_000, 64_000],
    ["openai-compatible/meta-llama/Llama-3.3-70B-Instruct", 128_000, 8_192],
  ])("of %s is known by the longest beginning of its name", (reference, context, output) => {
    expect(size(known(), reference)).toEqual([context, output]);
  });

  test.each(["own/my-own-model", "", "own/not-gpt-4o", "own/sonnet"])("of %o is not known", (reference) => {
    expect(known().sizeOf(reference)).toBeNull();
  });

  it("is the smallest of a catalog's providers where a name alone leads to it", () => {
    const all = known(
      model("a/nova-9", 64_000, null),
      model("b/nova-9", 32_000, null),
      model("c/nova-9", 48_000, null),
    );
    expect(size(all, "openai-compatible/nova-9-large")).toEqual([32_000, 8_000]);
    expect(size(all, "a/nova-9")).toEqual([64_000, 16_000]);
    // The longer name counts, of two equal ones the table's.
    expect(size(known(model("x/gpt-4o-mini-2", 1_000, null)), "own/gpt-4o-mini-2")).toEqual([1_000, 250]);
    expect(size(known(model("x/gpt-4o", 1_000, null)), "own/gpt-4o")).toEqual([128_000, 16_384]);
  });
});

describe("a catalog", () => {
  it("stands before the table, figure by figure", () => {
    const all = known(model("openai/gpt-5", 12_000, null), model("own/x", null, 3));
    expect(all.find("openai/gpt-5")).toMatchObject({
      name: "GPT-5",
      context_window: { value: 12_000, source: "catalog" },
      prices: { value: { input: 1.25 }, source: "models.dev" },
    });
    expect(all.find("own/x")?.prices?.value.input).toBe(3);
    expect(size(all, "openai/gpt-5")).toEqual([12_000, 3_000]);
    all.supersede([model("own/y", null, 4)]);
    expect(all.find("own/x")).toBeNull();
    expect(all.find("openai/gpt-5")?.context_window?.value).toBe(400_000);
    expect([...all.references]).toEqual(expect.arrayContaining(["own/y", "openai/gpt-5"]));
  });
});
