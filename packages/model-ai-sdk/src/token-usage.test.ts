import { expect, test } from "vitest";
import { readAnswer } from "./provider-models.test-support.ts";
import { fixture, hasFixtures } from "./recorded-streams.test-support.ts";
import { chunk, eventStream } from "./replay-server.test-support.ts";

async function usageOf(lines: readonly string[]) {
  const finish = (await readAnswer("openai-compatible", eventStream(lines))).parts.at(-1);
  return finish?.type === "finish" ? finish.usage : null;
}

const usageIn = (usage: object) =>
  usageOf([
    chunk({ content: "Hi" }, "stop"),
    JSON.stringify({ id: "c", created: 1, model: "x", choices: [], usage }),
  ]);

test.runIf(hasFixtures).each([
  ["openai-compatible/xai-text", 12, 342],
  ["openai-compatible/xai-tool-call", 307, 253],
  ["deepseek/deepseek-tool-call", 339, 83],
])("the tokens of %s are those that its total says", async (name, input, output) => {
  expect(await usageOf(fixture(name).lines)).toMatchObject({ input_tokens: input, output_tokens: output });
});

test.each([
  [
    "reasoning that the output leaves out",
    {
      prompt_tokens: 12,
      completion_tokens: 1,
      total_tokens: 303,
      completion_tokens_details: { reasoning_tokens: 290 },
    },
    291,
  ],
  [
    "reasoning of which the total alone tells",
    { prompt_tokens: 12, completion_tokens: 1, total_tokens: 303 },
    291,
  ],
  [
    "reasoning that is part of the output",
    {
      prompt_tokens: 12,
      completion_tokens: 291,
      total_tokens: 303,
      completion_tokens_details: { reasoning_tokens: 290 },
    },
    291,
  ],
  [
    "a total that adds what was read from a cache",
    {
      prompt_tokens: 12,
      completion_tokens: 9,
      total_tokens: 1021,
      prompt_tokens_details: { cached_tokens: 1000 },
    },
    9,
  ],
  ["no total", { prompt_tokens: 12, completion_tokens: 9 }, 9],
  ["a total that is too small", { prompt_tokens: 12, completion_tokens: 9, total_tokens: 3 }, 9],
])("output is counted with %s", async (_, usage, output) => {
  expect(await usageIn(usage)).toMatchObject({ input_tokens: 12, output_tokens: output });
});
