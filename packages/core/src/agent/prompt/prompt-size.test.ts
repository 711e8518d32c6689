import { describe, expect, it } from "vitest";
import { PromptSize } from "./prompt-size.ts";

const usage = (input_tokens: number, output_tokens = 0) => ({ input_tokens, output_tokens });

describe("the size of a prompt", () => {
  it("is an estimate until a provider has counted, and then its count and an estimate of what came after", () => {
    const size = new PromptSize();
    size.add(5_000);
    expect(size.tokens(1_000)).toBe(6_000);
    size.ask();
    size.add(300);
    size.measure(usage(7_000, 250), 300);
    expect(size.tokens(1_000)).toBe(7_250);
    size.add(400);
    expect(size.tokens(1_000)).toBe(7_650);
  });

  it("counts what was said while the model answered as something that came after", () => {
    const size = new PromptSize();
    size.add(5_000);
    size.ask();
    size.add(2_000);
    size.add(300);
    size.measure(usage(6_000, 300), 300);
    expect(size.tokens(1_000)).toBe(8_300);
  });

  it.each([0, 10, 1_900])("does not believe a count of %d for far more text", (count) => {
    const size = new PromptSize();
    size.add(5_000);
    size.ask();
    size.measure(usage(count), 0);
    expect(size.tokens(1_000)).toBe(6_000);
  });

  it("keeps the scale of the last count when the messages are rewritten, within bounds", () => {
    const size = new PromptSize();
    size.add(5_000);
    size.ask();
    size.measure(usage(11_000), 0);
    size.reset(1_000);
    expect(size.scale(1_000)).toBe(2);
    expect(size.tokens(1_000)).toBe(3_000);
    expect(size.scale(20_000)).toBe(1);
    size.add(4_000);
    size.ask();
    size.measure(usage(900_000), 0);
    expect(size.scale(0)).toBe(2.5);
  });
});
