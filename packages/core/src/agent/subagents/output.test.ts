import { describe, expect, it } from "vitest";
import { bash, resultsIn, testHost } from "../../test-host.test-support.ts";
import { simpleSchemas } from "../output/output.test-support.ts";
import { childrenOf, isOfSubagent, scripted, task } from "./subagents.test-support.ts";

const schema = { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] };
const add = { name: "task", arguments: { description: "Add", prompt: "add", output_schema: schema } };
const submit = (given: object) => ({ name: "submit_output", arguments: given });

const hostOf = (children: Parameters<typeof scripted>[1][string], call: object = add) =>
  testHost({
    script: scripted([{ toolCalls: [call as typeof add] }, { text: "all done" }], { add: children }),
    command: () => ({ stdout: "" }),
    service: { outputSchemas: simpleSchemas },
  });

describe("a subagent with an output", () => {
  it("returns the output as JSON", async () => {
    await using host = await hostOf([
      { toolCalls: [bash("sum")] },
      { text: "Three.", toolCalls: [submit({ sum: 3 })] },
    ]);
    const { session_id } = await host.run("go");
    expect(resultsIn(await host.events(session_id))).toMatchObject([
      { output: '{"sum":3}', is_error: false },
    ]);
    const [child] = await childrenOf(host);
    expect(child?.last_turn).toMatchObject({ status: "completed", output_attempts: 1 });
    const own = host.models.requests.find(isOfSubagent);
    expect(own?.tools.find(({ name }) => name === "submit_output")?.parameters).toEqual(schema);
    const parent = host.models.requests.find((request) => !isOfSubagent(request));
    expect(parent?.tools.map(({ name }) => name)).not.toContain("submit_output");
  });

  it("fails its call where it gives none, with what is wrong", async () => {
    await using host = await hostOf([{ text: "I add.", toolCalls: [submit({ sum: "3" })] }]);
    const { session_id } = await host.run("go");
    const [result] = resultsIn(await host.events(session_id));
    expect(result).toMatchObject({ is_error: true, subagent: { stop_reason: "output_invalid" } });
    expect(result?.output).toContain("- #/sum: must be number");
    expect(result?.output).toContain("I add.");
  });

  it("is not started with a schema that cannot be checked", async () => {
    const call = {
      name: "task",
      arguments: { ...add.arguments, output_schema: { $ref: "https://example.com" } },
    };
    await using host = await hostOf([], call);
    const { session_id } = await host.run("go");
    expect(resultsIn(await host.events(session_id))).toMatchObject([
      {
        is_error: true,
        output: "The `output_schema` is not valid:\n- #/%24ref: Only references within the schema.",
      },
    ]);
    expect(await childrenOf(host)).toEqual([]);
  });

  it("needs a host that checks outputs; without a schema, none is needed", async () => {
    await using host = await testHost({
      script: scripted([{ toolCalls: [add, task("plain")] }, { text: "all done" }], {
        plain: [{ text: "fine" }],
      }),
    });
    const { session_id } = await host.run("go");
    const results = resultsIn(await host.events(session_id));
    expect(results.map(({ is_error }) => is_error)).toEqual([true, false]);
    expect(results[0]?.output).toContain("does not support `output_schema`");
  });
});
