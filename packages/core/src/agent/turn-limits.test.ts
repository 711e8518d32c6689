import { describe, expect, it } from "vitest";
import { testHost } from "../test-host.test-support.ts";

const bash = (command: string) => ({ name: "bash", arguments: { command } });

describe("a turn's limits", () => {
  it("end it after the last step, which has no tools, with the agent's summary", async () => {
    await using host = await testHost({
      script: (request) =>
        request.tools.length > 0 ? { toolCalls: [bash("more")] } : { text: "I got this far." },
    });
    const result = await host.run("go", { limits: { max_steps: 3 } });
    expect(result).toMatchObject({
      status: "completed",
      reason: "max_steps",
      final_message: "I got this far.",
    });
    expect(result.stats).toMatchObject({ steps: 3, tool_calls: 2 });
  });

  it("of tokens end it too", async () => {
    await using host = await testHost({
      script: (request) =>
        request.tools.length > 0
          ? { toolCalls: [bash("more")], usage: { output_tokens: 60 } }
          : { text: "Spent." },
    });
    const result = await host.run("go", { limits: { max_output_tokens: 100 } });
    expect(result).toMatchObject({ status: "completed", reason: "budget_reached", final_message: "Spent." });
  });

  it("of time stop a tool that runs and a model that stalls", async () => {
    await using tool = await testHost({
      script: (request) =>
        request.tools.length > 0 ? { toolCalls: [bash("sleep")] } : { text: "Time is over." },
      command: () => new Promise(() => {}),
    });
    const stopped = await tool.run("go", { limits: { max_turn_seconds: 1 } });
    expect(stopped).toMatchObject({ reason: "max_time", status: "completed" });
    expect(stopped.messages.map(({ content }) => content).join()).toContain("Time is over.");
    await using model = await testHost({
      script: (request) =>
        request.tools.length > 0 ? { text: "half a", stall: { after: 1 } } : { text: "Over." },
    });
    expect(await model.run("go", { limits: { max_turn_seconds: 1 } })).toMatchObject({ reason: "max_time" });
  });

  it("are only ever lowered by a call", async () => {
    await using host = await testHost({
      script: [],
      config: {
        limits: {
          max_steps: 5,
          max_turn_seconds: 60,
          max_input_tokens: 10,
          max_output_tokens: null,
          max_cost_usd: null,
        },
      },
    });
    await expect(host.send("go", { limits: { max_steps: 6, max_input_tokens: null } })).rejects.toMatchObject(
      {
        code: "invalid_request",
        errors: [{ pointer: "#/limits/max_steps" }, { pointer: "#/limits/max_input_tokens" }],
      },
    );
  });
});
