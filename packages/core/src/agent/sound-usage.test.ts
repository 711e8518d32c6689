import { describe, expect, it } from "vitest";
import { testHost } from "../test-host.test-support.ts";

const bash = { name: "bash", arguments: { command: "ls" } };

describe("tokens that a provider counts", () => {
  it.each([
    ["below zero", -100_000, 0],
    ["as a fraction", 1.5, 2],
    ["without end", Infinity, 1_000_000_000],
    ["beyond any number of tokens", 1e300, 1_000_000_000],
    ["as no number", NaN, 0],
  ])("%s are taken for the nearest number that may be", async (_, given, taken) => {
    const usage = {
      input_tokens: given,
      output_tokens: given,
      cache_read_tokens: given,
      cache_write_tokens: given,
    };
    await using host = await testHost({ script: [{ text: "ok", usage }] });
    const result = await host.run("go");
    expect(result.stats).toMatchObject({
      input_tokens: taken,
      output_tokens: taken,
      cache_read_tokens: taken,
      cache_write_tokens: taken,
    });
  });

  it("below zero lift no budget", async () => {
    await using host = await testHost({
      script: ({ tools }, index) =>
        tools.length > 0
          ? { toolCalls: [bash], usage: { input_tokens: index === 0 ? -100_000 : 300 } }
          : { text: "Spent." },
    });
    const result = await host.run("go", { limits: { max_input_tokens: 500 } });
    expect(result).toMatchObject({ reason: "budget_reached", stats: { steps: 4 } });
  });
});
