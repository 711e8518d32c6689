import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimatePart, estimateTokens } from "./estimate-tokens.ts";
import { shorten, shortenPart } from "./shorten.ts";

const bytes = (text: string) => new TextEncoder().encode(text).length;

const mixed = fc
  .array(
    fc.oneof(
      fc.string({ maxLength: 80 }),
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.string({ unit: fc.constantFrom("一", "二", "語", "漢", "か", "ナ"), maxLength: 40 }),
      fc.string({ unit: fc.constantFrom("а", "б", "в", "ж", " "), maxLength: 40 }),
      fc.string({ unit: fc.constantFrom("😀", "👩‍👩‍👧", "🇩🇪"), maxLength: 10 }),
      fc.lorem({ maxCount: 20 }),
      fc.base64String({ maxLength: 200 }),
      fc.json(),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(""));

describe("the estimate of tokens", () => {
  it("is never more than a text has bytes, and never far below a quarter of its characters", () => {
    fc.assert(
      fc.property(mixed, (text) => {
        const tokens = estimateTokens(text);
        expect(tokens).toBeLessThanOrEqual(bytes(text) + 1);
        // Runs of space take next to nothing.
        expect(tokens).toBeGreaterThanOrEqual(Math.floor(text.replace(/\s+/g, " ").length / 5));
      }),
      { numRuns: 500 },
    );
  });

  it("of two halves adds up to that of the whole", () => {
    fc.assert(
      fc.property(mixed, mixed, (a, b) => {
        const apart = estimateTokens(a) + estimateTokens(b);
        expect(Math.abs(estimateTokens(a + b) - apart)).toBeLessThanOrEqual(12);
      }),
      { numRuns: 500 },
    );
  });

  // What the tokenizers of several vendors make of such texts lies between the two numbers.
  it.each([
    ["English", "The quick brown fox jumps over the lazy dog and runs away. ".repeat(100), 1_100, 1_900],
    ["code", 'export const add = (a: number, b: number) => a + b; // "sum"\n'.repeat(100), 1_600, 3_000],
    ["Chinese", "我们今天去公园散步，天气非常好。".repeat(100), 1_000, 2_200],
    ["Russian", "Сегодня мы идём гулять в парк, погода хорошая. ".repeat(100), 1_000, 3_200],
    ["packed data", "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ".repeat(100), 1_600, 2_600],
    ["indentation", `${" ".repeat(24)}x\n`.repeat(100), 100, 500],
    ["emoji", "😀🎉🚀".repeat(100), 300, 1_000],
  ])("of %s is within what tokenizers make of it", (_, text, least, most) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(least);
    expect(estimateTokens(text)).toBeLessThanOrEqual(most);
  });

  it("counts an image the same whatever its size", () => {
    const image = (data: string) => estimatePart({ type: "image", data, media_type: "image/png" });
    expect(image("x".repeat(1_000_000))).toBe(image("x"));
  });
});

describe("a text that is shortened", () => {
  it("fits, keeps its beginning and end, and is well-formed", () => {
    fc.assert(
      fc.property(mixed, fc.integer({ min: 30, max: 200 }), (text, tokens) => {
        const short = shorten(text, tokens);
        expect(estimateTokens(short)).toBeLessThanOrEqual(Math.max(tokens, 0));
        if (estimateTokens(text) <= tokens) expect(short).toBe(text);
        else expect(short).toContain("omitted to fit the context window");
        expect(short.isWellFormed() || !text.isWellFormed()).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("ends also where there is no room at all", () => {
    expect(shorten("word ".repeat(1_000), 0)).toContain("5000 characters omitted");
    expect(shorten("word ".repeat(1_000), -5)).toContain("5000 characters omitted");
  });

  it("is left as it is where a provider signed it", () => {
    const part = { type: "reasoning" as const, text: "word ".repeat(1_000), provider: { signature: "s" } };
    expect(shortenPart(part, 10)).toBe(part);
  });

  it("keeps the form of a call's arguments", () => {
    const part = shortenPart(
      {
        type: "tool_call",
        call_id: "c",
        name: "write",
        arguments: {
          path: "a",
          content: "word ".repeat(1_000),
          more: [1, null, { deep: "word ".repeat(900) }],
        },
      },
      100,
    );
    expect(part).toMatchObject({
      arguments: {
        path: "a",
        content: expect.stringContaining("characters omitted") as string,
        more: [1, null, { deep: expect.stringContaining("characters omitted") as string }],
      },
    });
  });
});
