import { expect, test } from "vitest";
import type { ListedModel } from "@workspace-agent/client";
import { describeModel, matching } from "./describe-model.ts";

const origin = { source: "models.dev", date: "2026-09-30" };
const model = (
  reference: string,
  name: string | null,
  window: number | null,
  input: number | null,
): ListedModel => ({
  reference,
  name,
  is_default: false,
  is_small_default: false,
  context_window: window === null ? null : { value: window, ...origin },
  max_output_tokens: null,
  prices:
    input === null
      ? null
      : { input, output: input * 5, cache_read: 0, cache_write: 0, long_prompt: null, ...origin },
  capabilities: null,
});
const haiku = model("anthropic/claude-haiku-5-5", "Claude Haiku 5.5", 1_000_000, 0.1);
const luna = model("openai/gpt-6-luna", "GPT-6 Luna", 1_050_000, 2);
const own = model("openai-compatible/own", null, null, null);

test("a model is described by its window and its prices, or by their absence", () => {
  expect([haiku, luna, own].map(describeModel)).toEqual([
    "1M tokens, $0.1 in, $0.5 out",
    "1.05M tokens, $2 in, $10 out",
    "unknown window, unknown price",
  ]);
});

test("models are found by words of their reference and name", () => {
  const found = (text: string) => matching([haiku, luna, own], text).map(({ reference }) => reference);
  expect(found("")).toHaveLength(3);
  expect(found("claude 5.5")).toEqual([haiku.reference]);
  expect(found("OPENAI luna")).toEqual([luna.reference]);
  expect(found("nothing")).toEqual([]);
});
