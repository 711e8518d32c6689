import { expect, test } from "vitest";
import { scriptedModels } from "../../packages/core/src/testing/index.ts";
import { testApi } from "../../packages/http/src/test-api.test-support.ts";
import { runInProcess } from "./run-in-process.test-support.ts";

const { model } = scriptedModels([]);
const models = {
  default: "own/large",
  resolve: (reference: string) =>
    ["own/large", "anthropic/claude-haiku-5-5", "openai/gpt-6-luna", "openai/gpt-4"].includes(reference)
      ? { ...model, reference }
      : null,
};

test("the models of an instance are listed with windows and prices, or as JSON", async () => {
  await using api = await testApi({ service: { models } });
  expect(await runInProcess(["models"], { api })).toEqual({
    code: 0,
    out: `${[
      "model                       window  output  $ in / out",
      "anthropic/claude-haiku-5-5  1M      128K    0.1 / 0.5",
      "openai/gpt-4                8K      4K      30 / 60",
      "openai/gpt-6-luna           1.05M   128K    0.1 / 0.5",
      "own/large                   ?       ?       ?           default",
    ].join("\n")}\n`,
    notes: "",
  });
  const { out } = await runInProcess(["models", "--json"], { api });
  const lines = out.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { reference: "anthropic/claude-haiku-5-5", prices: { date: "2026-11-21" } },
    { reference: "openai/gpt-4" },
    { reference: "openai/gpt-6-luna" },
    { reference: "own/large", is_default: true, prices: null },
  ]);
});
