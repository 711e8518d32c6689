import { describe, expect, it, test } from "vitest";
import { parseModelsDev } from "./models-dev.ts";

const origin = { source: "catalog.test", date: "2026-11-26" };
const parsed = (models: object, provider = "acme") =>
  parseModelsDev(JSON.stringify({ [provider]: { id: provider, models } }), origin);

const complete = {
  id: "fast",
  name: "Fast",
  attachment: true,
  reasoning: true,
  tool_call: true,
  structured_output: true,
  release_date: "2026-11-01",
  modalities: { input: ["text", "image"], output: ["text"] },
  limit: { context: 1_000_000, input: 900_000, output: 128_000 },
  cost: { input: 2, output: 10, cache_read: 0.2, cache_write: 2.5 },
};

describe("a catalog in the format of models.dev", () => {
  it("has the figures of a model, each with its origin", () => {
    expect(parsed({ fast: complete })).toEqual([
      {
        reference: "acme/fast",
        name: "Fast",
        context_window: { value: 1_000_000, ...origin },
        max_output_tokens: { value: 128_000, ...origin },
        prices: { value: { input: 2, output: 10, cache_read: 0.2, cache_write: 2.5 }, ...origin },
        capabilities: {
          value: { images: true, tools: true, reasoning: true, structured_output: true },
          ...origin,
        },
      },
    ]);
  });

  it("leaves open what it does not say, and takes the input price for a cache without one", () => {
    const [free, priced] = parsed({
      bare: { id: "bare", limit: { context: 0, output: 0 } },
      priced: { id: "priced", cost: { input: 3, output: 6 } },
    });
    expect(free).toMatchObject({
      name: null,
      context_window: null,
      max_output_tokens: null,
      prices: null,
      capabilities: { value: { images: null, tools: null, reasoning: null, structured_output: null } },
    });
    expect(priced?.prices?.value).toEqual({ input: 3, output: 6, cache_read: 3, cache_write: 3 });
  });

  test.each([
    [
      "a tier",
      { tiers: [{ input: 4, output: 12, tier: { type: "context", size: 272_000 } }] },
      272_000,
      4,
      12,
    ],
    [
      "several tiers, whose dearest prices count from the first on",
      {
        tiers: [
          { input: 8, output: 9, tier: { size: 512_000 } },
          { input: 4, output: 12, tier: { size: 128_000 } },
        ],
      },
      128_000,
      8,
      12,
    ],
    ["prices above 200,000 tokens", { context_over_200k: { input: 4, output: 12 } }, 200_000, 4, 12],
  ])("has other prices for long prompts: %s", (_, beyond, above, input, output) => {
    const [model] = parsed({ long: { ...complete, cost: { ...complete.cost, ...beyond } } });
    expect(model?.prices?.value.long_prompt).toEqual({
      above,
      input,
      output,
      cache_read: input,
      cache_write: input,
    });
  });

  it("leaves out models that are not in the format or do not answer with text", () => {
    const models = parsed({
      fast: complete,
      negative: { ...complete, cost: { input: -1, output: 1 } },
      dear: { ...complete, cost: { input: 1e308, output: 1 } },
      halves: {
        ...complete,
        cost: { input: 1, output: 1, tiers: [{ input: 1, output: 1, tier: { size: 0.5 } }] },
      },
      ["long".repeat(100)]: complete,
      text: { ...complete, limit: { context: "1M" } },
      pictures: { ...complete, modalities: { input: ["text"], output: ["image"] } },
      nothing: null,
      __proto__: null,
    });
    expect(models.map(({ reference }) => reference)).toEqual(["acme/fast"]);
  });

  it("is refused with more than 20,000 models", () => {
    const models = Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`m${index}`, {}]));
    expect(() => parseModelsDev(JSON.stringify({ acme: { models } }), origin)).toThrow(/more than 20000/);
  });

  test.each([
    "",
    "<html>",
    "null",
    "[]",
    "{}",
    '{"acme":{"models":{}}}',
    '{"acme":null}',
    '{"acme":{"models":{"a":1}}}',
  ])("is refused where it has no models: %j", (text) => {
    expect(() => parseModelsDev(text, origin)).toThrow(/The catalog/);
  });
});
