import { describe, expect, it } from "vitest";
import { ModelError } from "../../ports/model.ts";
import type { TurnOutput } from "../../domain/sessions/output.ts";
import { admin, bash, testHost, type TestHost } from "../../test-host.test-support.ts";
import { type ModelScript } from "../../testing/index.ts";
import { simpleSchemas, submit, sumOutput as output } from "./output.test-support.ts";

const hostOf = (script: ModelScript, options: Partial<Parameters<typeof testHost>[0]> = {}) =>
  testHost({ script, ...options, service: { outputSchemas: simpleSchemas, ...options.service } });

/** The last message that the model received, as text. */
const told = (host: TestHost, request = -1) =>
  host.models.requests
    .at(request)
    ?.messages.at(-1)
    ?.parts.map((part) => (part.type === "text" ? part.text : part.type === "tool_result" ? part.output : ""))
    .join("");

describe("a turn with an output", () => {
  it("completes with what the agent submits, and says so at each place", async () => {
    await using host = await hostOf(
      [{ toolCalls: [bash("sum")] }, { text: "It is three.", toolCalls: [submit({ sum: 3 })] }],
      { command: () => ({ stdout: "3" }) },
    );
    const result = await host.run("add", { output });
    expect(result).toMatchObject({
      status: "completed",
      reason: "end_turn",
      output: { sum: 3 },
      output_attempts: 1,
      error: null,
      final_message: "The agent submitted its output.",
    });
    const { session_id, turn_id } = result;
    const turn = await host.service.sessions.turn(admin, host.workspaceId, session_id, turn_id);
    expect(turn).toMatchObject({ output: { sum: 3 }, output_attempts: 1 });
    expect((await host.events(session_id)).at(-1)).toMatchObject({
      type: "turn.ended",
      turn: { status: "completed", output: { sum: 3 }, output_attempts: 1 },
    });
    const { last_turn } = await host.session(session_id);
    expect(last_turn).toMatchObject({ output_attempts: 1 });
    expect(last_turn).not.toHaveProperty("output");
  });

  it("offers the tool with the schema, and forces nothing", async () => {
    await using host = await hostOf([{ toolCalls: [submit({ sum: 3 })] }]);
    await host.run("add", { output });
    const [request] = host.models.requests;
    expect(request?.tools.find(({ name }) => name === "submit_output")?.parameters).toEqual(output.schema);
    expect(request?.tools.map(({ name }) => name)).toContain("bash");
    expect(request?.system).toContain("submit_output");
    expect(request).not.toHaveProperty("output");
  });

  it("tells the model what is wrong with an output, and takes the next", async () => {
    await using host = await hostOf([
      { toolCalls: [submit({ sum: "3" })] },
      { toolCalls: [submit({ sum: 3 })] },
    ]);
    const result = await host.run("add", { output });
    expect(result).toMatchObject({ status: "completed", output: { sum: 3 }, output_attempts: 2 });
    expect(told(host)).toBe(
      "The output is not valid:\n- #/sum: must be number\nCorrect it and submit it again.",
    );
  });

  it.each([
    ["wrong values", [submit({ sum: "3" }), submit({})], "#", "must have sum"],
    ["no JSON", [submit('{"sum":'), submit('{"sum":')], "#", "is not JSON"],
    ["no arguments", [submit(""), submit("")], "#", "must have sum"],
  ])("fails after the last attempt: %s", async (_, calls, pointer, detail) => {
    await using host = await hostOf(calls.map((call) => ({ text: "I submit.", toolCalls: [call] })));
    const result = await host.run("add", { output });
    expect(result).toMatchObject({
      status: "failed",
      reason: "output_invalid",
      output_attempts: 2,
      error: {
        code: "output_invalid",
        detail: "None of 2 attempts meets the schema.",
        errors: [{ pointer, detail }],
      },
    });
    expect(result).not.toHaveProperty("output");
    expect(result.messages.map(({ content }) => content)).toContain("I submit.");
  });

  it("asks once more, in the provider's JSON mode, when the model ends without the tool", async () => {
    await using host = await hostOf([{ text: "The sum is 3." }, { text: '{"sum":3}' }]);
    const result = await host.run("add", { output });
    expect(result).toMatchObject({
      status: "completed",
      output: { sum: 3 },
      output_attempts: 1,
      final_message: '{"sum":3}',
    });
    expect(host.models.requests[1]).toMatchObject({ output: output.schema, tools: [] });
    expect(told(host)).toContain("without submitting the output");
  });

  it("never takes an answer that nobody asked for as its output", async () => {
    await using host = await hostOf([{ text: '{"sum":1}' }, { text: '```json\n{"sum":3}\n```' }]);
    expect(await host.run("add", { output })).toMatchObject({ status: "completed", output: { sum: 3 } });
  });

  it.each([
    ["prose around JSON", 'The output is {"sum":3}.'],
    ["prose before a block", 'Here it is:\n```json\n{"sum":3}\n```'],
    ["prose after a block", '```json\n{"sum":3}\n```\nThe sum may be wrong.'],
    ["two blocks", '```json\n{"sum":3}\n```\n```json\n{"sum":4}\n```'],
    ["prose alone", "I do not know the sum."],
    ["nothing", ""],
  ])("does not take %s for an output", async (_, text) => {
    await using host = await hostOf([{ text: "Done." }, { text }, { text }]);
    const result = await host.run("add", { output });
    expect(result).toMatchObject({
      status: "failed",
      reason: "output_invalid",
      output_attempts: 2,
      error: { errors: [{ pointer: "#", detail: "is not JSON" }] },
    });
    if (text !== "") expect(result.final_message).toBe(text);
  });

  it("asks again with what was wrong about an answer", async () => {
    await using host = await hostOf([{ text: "Done." }, { text: '{"sum":"3"}' }, { text: '{"sum":3}' }]);
    expect(await host.run("add", { output })).toMatchObject({ output: { sum: 3 }, output_attempts: 2 });
    expect(told(host)).toContain("- #/sum: must be number");
    expect(host.models.requests[2]).toMatchObject({ output: output.schema });
  });

  it("counts calls and answers together", async () => {
    await using host = await hostOf([{ toolCalls: [submit({})] }, { text: "Done." }, { text: "{}" }]);
    expect(await host.run("add", { output })).toMatchObject({ status: "failed", output_attempts: 2 });
  });

  it.each([
    ["at once", [{ text: "No.", finish: "refused" as const }], 0],
    [
      "when it is asked for the output",
      [{ text: "Done." }, { text: '{"sum":3}', finish: "refused" as const }],
      0,
    ],
    ["in the answer that submits it", [{ toolCalls: [submit({ sum: 3 })], finish: "refused" as const }], 0],
  ])("fails if the model refuses %s", async (_, script, attempts) => {
    await using host = await hostOf(script);
    const result = await host.run("add", { output });
    expect(result).toMatchObject({
      status: "failed",
      reason: "output_invalid",
      output_attempts: attempts,
      error: { code: "output_invalid", detail: "The model refused to answer." },
    });
    expect(result).not.toHaveProperty("output");
  });

  it("does not complete with what was cut off", async () => {
    await using host = await hostOf([
      { text: "Done." },
      { text: '{"sum":3}', finish: "length" },
      { text: '{"sum":3}', finish: "length" },
    ]);
    expect(await host.run("add", { output })).toMatchObject({
      status: "failed",
      error: { errors: [{ pointer: "#", detail: "was cut off at the length limit" }] },
    });
  });

  it("does not run a call that was cut off, and lets the model submit again", async () => {
    await using host = await hostOf([
      { toolCalls: [submit({ sum: 1 })], finish: "length" },
      { toolCalls: [submit({ sum: 3 })] },
    ]);
    expect(await host.run("add", { output })).toMatchObject({ output: { sum: 3 }, output_attempts: 1 });
  });

  it("fails at a limit, whatever the summary says", async () => {
    await using host = await hostOf([{ toolCalls: [bash("a")] }, { text: '{"sum":3}' }], {
      command: () => ({ stdout: "" }),
    });
    expect(await host.run("add", { output, limits: { max_steps: 2 } })).toMatchObject({
      status: "failed",
      reason: "output_invalid",
      final_message: '{"sum":3}',
      error: { detail: "The turn reached its limit of steps before the agent gave one." },
    });
  });

  it("ends as stuck, not as completed, when the model repeats itself", async () => {
    await using host = await hostOf(() => ({ toolCalls: [submit({})] }));
    expect(await host.run("add", { output: { ...output, max_attempts: 10 } })).toMatchObject({
      status: "failed",
      reason: "stuck",
    });
  });

  it("has its tool under any permissions and middleware", async () => {
    await using host = await hostOf([{ toolCalls: [submit({ sum: 3 })] }], {
      config: { permissions: { "*": "deny", submit_output: "deny" } },
      service: { middleware: [{ wrapTool: () => Promise.resolve({ output: "no", isError: true }) }] },
    });
    expect(await host.run("add", { output })).toMatchObject({ status: "completed", output: { sum: 3 } });
  });

  it("waits for the other calls of the answer that submits", async () => {
    await using host = await hostOf([{ toolCalls: [submit({ sum: 3 }), bash("last")] }], {
      command: () => ({ stdout: "ran" }),
    });
    expect(await host.run("add", { output })).toMatchObject({ status: "completed", output: { sum: 3 } });
    expect(host.sandbox.commands).toHaveLength(1);
  });

  it("goes on without the JSON mode where the provider refuses it", async () => {
    const refusal = new ModelError("invalid_request", "Invalid schema.", { retryable: false });
    await using host = await hostOf((request, index) =>
      index === 0
        ? { text: "Done." }
        : request.output === undefined
          ? { text: '{"sum":3}' }
          : { fail: refusal },
    );
    expect(await host.run("add", { output })).toMatchObject({ status: "completed", output_attempts: 1 });
    expect(host.models.requests.map((request) => request.output !== undefined)).toEqual([false, true, false]);
  });

  it("gives models a value that is no object as the member of one", async () => {
    const list: TurnOutput = { schema: { type: "array", items: { $ref: "#" } }, max_attempts: 2 };
    await using host = await hostOf([{ toolCalls: [submit({ value: [] })] }]);
    expect(await host.run("list", { output: list })).toMatchObject({ status: "completed", output: [] });
    expect(host.models.requests[0]?.tools.find(({ name }) => name === "submit_output")?.parameters).toEqual({
      type: "object",
      properties: { value: { type: "array", items: { $ref: "#/properties/value" } } },
      required: ["value"],
      additionalProperties: false,
    });
  });

  const hunted = { config: { env: { TOKEN: { value: "hunter2hunter2", secret: true } } } } as const;
  const escaped = String.raw`{"hunter\u0032hunter2":"hunter\u0032hunter2"}`;
  const twice = String.raw`{"a":"hunter\u0032hunter2","a":"x"}`;

  it.each<[string, ModelScript, unknown]>([
    ["a call", [{ toolCalls: [submit({ token: "hunter2hunter2" })] }], { token: "[secret TOKEN]" }],
    ["escapes", [{ toolCalls: [submit(escaped)] }], { "[secret TOKEN]": "[secret TOKEN]" }],
    [
      "a fenced block",
      [{ toolCalls: [submit(`\`\`\`json\n${escaped}\n\`\`\``)] }],
      { "[secret TOKEN]": "[secret TOKEN]" },
    ],
    ["odd space", [{ toolCalls: [submit(`\u00a0${escaped}`)] }], { "[secret TOKEN]": "[secret TOKEN]" }],
    ["a repeated name", [{ toolCalls: [submit(twice)] }], { a: "x" }],
    ["an answer", [{ text: "Done." }, { text: escaped }], { "[secret TOKEN]": "[secret TOKEN]" }],
    ["an answer that is not JSON", [{ text: "Done." }, { text: `Here: ${escaped}` }, { text: "{}" }], {}],
  ])("keeps a secret out of an output in %s", async (_, script, value) => {
    await using host = await hostOf(script, hunted);
    const result = await host.run("token", { output: { schema: { type: "object" }, max_attempts: 2 } });
    expect(result).toMatchObject({ status: "completed", output: value });
    expect(JSON.stringify(await host.events(result.session_id))).not.toContain("hunter");
  });

  it.each([
    ["a call", submit('{"sum":1e400}')],
    ["a call with a secret", submit('{"sum":1e400,"token":"hunter2hunter2"}')],
    ["a call with a negative number", submit('{"sum":[-1e400]}')],
  ])("does not take a number that JavaScript cannot hold for null in %s", async (_, call) => {
    await using host = await hostOf([{ toolCalls: [call] }, { toolCalls: [submit({ sum: 3 })] }], hunted);
    const result = await host.run("add", { output: { schema: { type: "object" }, max_attempts: 2 } });
    expect(result).toMatchObject({ output: { sum: 3 }, output_attempts: 2 });
    expect(told(host)).toContain("- #: has a number that is too large");
  });

  it("is of its turn alone", async () => {
    await using host = await hostOf([{ toolCalls: [submit({ sum: 3 })] }, { text: "Hello." }]);
    const { session_id } = await host.run("add", { output });
    const next = await host.run("hello", { session_id });
    expect(next).toMatchObject({ status: "completed", final_message: "Hello." });
    expect(next).not.toHaveProperty("output_attempts");
    expect(host.models.requests[1]?.tools.map(({ name }) => name)).not.toContain("submit_output");
  });
});

describe("a message that joins a turn with an output", () => {
  it("comes before the output, which the agent submits again", async () => {
    let isSent = false;
    await using host = await hostOf(async (_, index) => {
      if (index > 0) return { toolCalls: [submit({ sum: 4 })] };
      const [session] = (await host.service.sessions.list(admin, host.workspaceId, { limit: 1 })).items;
      await host.send("add one", { session_id: session?.id ?? "", on_busy: "steer" });
      isSent = true;
      return { toolCalls: [submit({ sum: 3 })] };
    });
    const result = await host.run("add", { output });
    expect(isSent).toBe(true);
    expect(result).toMatchObject({ status: "completed", output: { sum: 4 }, output_attempts: 2 });
  });

  it("gets attempts of its own", async () => {
    await using host = await hostOf(async (_, index) => {
      if (index > 0) return { toolCalls: [submit({ sum: 4 })] };
      const [session] = (await host.service.sessions.list(admin, host.workspaceId, { limit: 1 })).items;
      await host.send("add one", { session_id: session?.id ?? "", on_busy: "steer" });
      return { toolCalls: [submit({ sum: 3 })] };
    });
    expect(await host.run("add", { output: { ...output, max_attempts: 1 } })).toMatchObject({
      status: "completed",
      output: { sum: 4 },
      output_attempts: 2,
    });
  });

  it("brings no output of its own", async () => {
    await using host = await hostOf(async (_, index) => {
      if (index > 0) return { toolCalls: [submit({ sum: 3 })] };
      const [session] = (await host.service.sessions.list(admin, host.workspaceId, { limit: 1 })).items;
      const joining = host.send("more", { session_id: session?.id ?? "", on_busy: "steer", output });
      await expect(joining).rejects.toMatchObject({
        code: "invalid_request",
        errors: [{ pointer: "#/output" }],
      });
      return { toolCalls: [submit({ sum: 3 })] };
    });
    expect(await host.run("add", { output })).toMatchObject({ status: "completed" });
  });
});

describe("a chat with an output", () => {
  it("is refused with the places in its schema", async () => {
    await using host = await hostOf([]);
    await expect(
      host.send("x", { output: { schema: { $ref: "x" }, max_attempts: 2 } }),
    ).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/output/schema/%24ref", detail: "Only references within the schema." }],
    });
    const long = { const: "x".repeat(70_000) };
    await expect(host.send("x", { output: { schema: long, max_attempts: 2 } })).rejects.toMatchObject({
      errors: [{ pointer: "#/output/schema", detail: "must not be longer than 64 KiB" }],
    });
    await expect(host.send("x", { output: { schema: {}, max_attempts: 11 } })).rejects.toMatchObject({
      errors: [{ pointer: "#/output/max_attempts" }],
    });
  });

  it("is refused by a host that cannot check it", async () => {
    await using host = await testHost({ script: [] });
    await expect(host.send("x", { output })).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/output", detail: "This host does not support structured output." }],
    });
  });
});
