import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LIST_PRICES } from "../../domain/models/built-in-models.ts";
import type { ModelPrices } from "../../domain/prices/model-prices.ts";
import { priceLookup } from "./price-lookup.ts";
import { costOf, stepUsage } from "./step-usage.ts";
import { addUsd, NANO_USD } from "../../domain/prices/usd.ts";

const prices: ModelPrices = { input: 4, output: 20, cache_read: 0.2, cache_write: 5 };
const usage = { input_tokens: 1_000, output_tokens: 100, cache_read_tokens: 600, cache_write_tokens: 300 };

describe("the cost of a model call", () => {
  it("counts each token of the prompt once, by where it came from", () => {
    expect(costOf(prices, usage)).toBe((100 * 4 + 100 * 20 + 600 * 0.2 + 300 * 5) / 1e6);
    expect(costOf(prices, { ...usage, cache_read_tokens: 0, cache_write_tokens: 0 })).toBe(0.006);
  });

  it("is never less than nothing, whatever a provider reports", () => {
    expect(costOf(prices, { ...usage, input_tokens: 0 })).toBe((100 * 20 + 600 * 0.2 + 300 * 5) / 1e6);
  });

  it("is of another rate from the first token on where the prompt is long", () => {
    const long: ModelPrices = { ...prices, long_prompt: { above: 1_000, ...prices, input: 8, output: 40 } };
    const plain = { input_tokens: 1_000, output_tokens: 10, cache_read_tokens: 0, cache_write_tokens: 0 };
    expect(costOf(long, plain)).toBe(0.0042);
    expect(costOf(long, { ...plain, input_tokens: 1_001 })).toBe(0.008408);
  });

  it("is not known without a price, and nothing at a price of nothing", () => {
    expect(costOf(null, usage)).toBeNull();
    expect(stepUsage("rehearsal", priceLookup(LIST_PRICES)("rehearsal"), usage)).toEqual({
      ...usage,
      cost_usd: 0,
      model: "rehearsal",
    });
  });

  it("has the same sum in whatever order it is added", () => {
    const costs = fc.array(fc.integer({ min: 0, max: 100 * NANO_USD }).map((nano) => nano / NANO_USD));
    fc.assert(
      fc.property(costs, (each) => {
        const total = (all: readonly number[]) => all.reduce<number | null>(addUsd, null);
        const expected = each.reduce((sum, cost) => sum + BigInt(Math.round(cost * NANO_USD)), 0n);
        expect(total(each)).toBe(each.length === 0 ? null : Number(expected) / NANO_USD);
        expect(total(each.toReversed())).toBe(total(each));
      }),
    );
  });
});

describe("prices", () => {
  it("of a table are found, of a dated model those of its name", () => {
    const lookup = priceLookup(LIST_PRICES);
    expect(lookup("anthropic/claude-sonnet-5-5")).toBe(LIST_PRICES["anthropic/claude-sonnet-5-5"]);
    expect(lookup("anthropic/claude-haiku-4-5-20251001")).toEqual(LIST_PRICES["anthropic/claude-haiku-4-5"]);
    expect(lookup("openai/gpt-6.1-sol-2026-09-29")).toBe(LIST_PRICES["openai/gpt-6.1-sol"]);
    expect(lookup("openai/gpt-6.1-terra")?.long_prompt).toEqual({
      above: 272_000,
      input: 2,
      output: 7.5,
      cache_read: 0.1,
      cache_write: 2.5,
    });
  });

  it("are not known of other models, whatever they are called", () => {
    const lookup = priceLookup(LIST_PRICES);
    for (const reference of [
      "openai-compatible/x",
      "constructor",
      "__proto__",
      "",
      "anthropic/claude-20250101",
    ])
      expect(lookup(reference)).toBeNull();
  });

  it("are those of the host alone where it gives some, and the rehearsal is free", () => {
    const lookup = priceLookup({ "openai-compatible/own": prices });
    expect(lookup("openai-compatible/own")).toBe(prices);
    expect(lookup("anthropic/claude-sonnet-5-5")).toBeNull();
    expect(lookup("rehearsal")).toMatchObject({ input: 0, output: 0 });
    expect(priceLookup({ rehearsal: prices })("rehearsal")).toBe(prices);
    expect(priceLookup((reference) => (reference === "a/b" ? prices : null))("a/b")).toBe(prices);
  });

  it("have to be amounts of dollars", () => {
    for (const input of [-1, NaN, Infinity]) {
      expect(() => priceLookup({ "a/b": { ...prices, input } })).toThrow(TypeError);
      expect(priceLookup(() => ({ ...prices, input }))("a/b")).toBeNull();
      expect(() =>
        priceLookup({ "a/b": { ...prices, long_prompt: { ...prices, input, above: 1 } } }),
      ).toThrow("The prices of a/b");
    }
  });
});
