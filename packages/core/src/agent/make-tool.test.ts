import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { jsonSchema, tool as aiTool, type JSONSchema7 } from "ai";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { silentLogger, type Logger } from "../ports/logger.ts";
import { nextTask } from "../runtime/next-task.ts";
import {
  admin,
  answerFirst,
  resultsIn,
  testHost,
  untilStatus,
  type TestHost,
} from "../test-host.test-support.ts";
import { fromAiSdk, tool, ToolError, type Tool } from "../tools.ts";

const PLACE: JSONSchema7 = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

const tools: readonly Tool[] = [
  tool({
    name: "of_zod",
    description: "Adds days to a date.",
    parameters: z.object({ days: z.coerce.number().int().describe("How many days.") }),
    run: ({ days }) => ({ day: days + 1 }),
  }),
  tool({
    name: "of_valibot",
    description: "Greets.",
    parameters: v.object({ who: v.pipe(v.string(), v.minLength(2)) }),
    run: async ({ who }) => `Hello, ${who}`,
  }),
  tool({
    name: "of_standard_json_schema",
    description: "Greets.",
    parameters: toStandardJsonSchema(v.object({ who: v.string() })),
    run: ({ who }) => ({ output: who, isError: true }),
  }),
  tool({
    name: "of_arktype",
    description: "Greets.",
    parameters: type({ who: "string >= 2" }),
    run: ({ who }) => [who],
  }),
  tool({
    name: "of_json_schema",
    description: "Says where a city is.",
    parameters: { ...PLACE },
    run: (args) => args,
  }),
  ...fromAiSdk({
    of_ai_sdk: aiTool({
      description: "Forecasts the weather.",
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }, { toolCallId }) => ({ city, toolCallId }),
    }),
    of_ai_sdk_json: aiTool({
      inputSchema: jsonSchema<{ city: string }>(PLACE, {
        validate: (value) =>
          typeof value === "object" && value !== null && "city" in value
            ? { success: true, value: { city: String(value.city) } }
            : { success: false, error: new Error("no city") },
      }),
      execute: ({ city }) => city.toUpperCase(),
      toModelOutput: ({ output }) => ({ type: "text", value: `<${output}>` }),
    }),
  }),
];

/** The results of calls, in one turn. */
async function resultsOf(host: TestHost) {
  const { session_id } = await host.run("go");
  return resultsIn(await host.events(session_id));
}

function hostWith(
  own: readonly Tool[],
  toolCalls: readonly { name: string; arguments: object }[],
  logger?: Logger,
) {
  const service = { tools: own, ...(logger !== undefined && { logger }) };
  return testHost({ script: [{ toolCalls: [...toolCalls] }, { text: "done" }], service });
}

describe("tools of several libraries in one agent", () => {
  it("run with the arguments as their schemas return them", async () => {
    await using host = await hostWith(tools, [
      { name: "of_zod", arguments: { days: "41" } },
      { name: "of_valibot", arguments: { who: "Ada" } },
      { name: "of_standard_json_schema", arguments: { who: "Ada" } },
      { name: "of_arktype", arguments: { who: "Ada" } },
      { name: "of_json_schema", arguments: { city: "Ulm" } },
      { name: "of_ai_sdk", arguments: { city: "Ulm" } },
      { name: "of_ai_sdk_json", arguments: { city: "Ulm" } },
    ]);
    const results = await resultsOf(host);
    expect(results.map(({ output }) => output.replace(/"toolCallId":"[^"]+"/, '"toolCallId":"…"'))).toEqual([
      '{"day":42}',
      "Hello, Ada",
      "Ada",
      '["Ada"]',
      '{"city":"Ulm"}',
      '{"city":"Ulm","toolCallId":"…"}',
      "<ULM>",
    ]);
    expect(results.map(({ is_error }) => is_error)).toEqual([false, false, true, false, false, false, false]);
  });

  it("are described to the model by their JSON Schemas", async () => {
    await using host = await hostWith(tools, []);
    await host.run("go");
    const offered = new Map(host.models.requests[0]?.tools.map(({ name, parameters }) => [name, parameters]));
    for (const { name } of tools) expect(offered.get(name)).toMatchObject({ type: "object" });
    expect(offered.get("of_zod")).toMatchObject({ properties: { days: { description: "How many days." } } });
    expect(offered.get("of_arktype")).toMatchObject({
      properties: { who: { type: "string", minLength: 2 } },
    });
    expect(offered.get("of_ai_sdk_json")).toEqual(PLACE);
  });

  it("do not run with arguments that do not fit: the model sees why", async () => {
    await using host = await hostWith(tools, [
      { name: "of_zod", arguments: { days: "many" } },
      { name: "of_valibot", arguments: { who: "A" } },
      { name: "of_arktype", arguments: {} },
      { name: "of_json_schema", arguments: [] },
      { name: "of_ai_sdk", arguments: { city: 1 } },
      { name: "of_ai_sdk_json", arguments: {} },
    ]);
    const results = await resultsOf(host);
    expect(results.every(({ is_error }) => is_error)).toBe(true);
    const problems = [
      /days: /,
      /who: /,
      /who: /,
      /arguments: must be an object/,
      /city: /,
      /arguments: no city/,
    ];
    expect(results).toHaveLength(problems.length);
    for (const [index, problem] of problems.entries())
      expect(results[index]?.output).toMatch(new RegExp(`do not fit the tool: ${problem.source}`));
  });
});

describe("a tool that cannot be offered", () => {
  const base = { name: "odd", description: "", run: () => "" };
  const validate = (value: unknown) => ({ value });

  it("is refused when it is made", () => {
    const unknown = { "~standard": { version: 1, vendor: "tiny", validate } } as const;
    expect(() => tool({ ...base, parameters: unknown })).toThrow(/"tiny".*Pass the JSON Schema as `schema`/);
    expect(() => tool({ ...base, parameters: z.string() })).toThrow("do not describe an object");
    expect(tool({ ...base, parameters: unknown, schema: { type: "object" } }).schema).toEqual({
      type: "object",
    });
    expect(() => fromAiSdk({ odd: aiTool({ inputSchema: z.object({}), outputSchema: z.string() }) })).toThrow(
      "has no `execute`",
    );
  });
});

describe("a result with members of an outcome", () => {
  it("is JSON if its styles are no styles of a text", async () => {
    const value = { output: "built", styles: { "a.css": 1 } };
    const build = tool({
      name: "build",
      description: "",
      parameters: z.object({}),
      run: () => value as never,
    });
    await using host = await hostWith([build], [{ name: "build", arguments: {} }]);
    expect(await resultsOf(host)).toMatchObject([{ output: JSON.stringify(value), is_error: false }]);
  });
});

describe("an error that a tool throws", () => {
  it("is shown to the model if it is a ToolError, and only logged otherwise", async () => {
    const logged: unknown[] = [];
    const logger = { ...silentLogger, error: (fields: object) => void logged.push(fields) };
    const parameters = z.object({});
    const run = (error: Error) => () => {
      throw error;
    };
    const own = [
      tool({ name: "clear", description: "", parameters, run: run(new ToolError("There is no such city.")) }),
      tool({ name: "secret", description: "", parameters, run: run(new Error("postgres://me:pw@db")) }),
    ];
    const calls = own.map(({ name }) => ({ name, arguments: {} }));
    await using host = await hostWith(own, calls, logger);
    expect(await resultsOf(host)).toMatchObject([
      { output: "There is no such city.", is_error: true },
      { output: "The tool failed for an internal reason. Try another way.", is_error: true },
    ]);
    expect(logged).toMatchObject([{ tool: "secret", error: { message: "postgres://me:pw@db" } }]);
  });
});

describe("a tool that needs approval", () => {
  it.each([true, () => false])(
    "waits for a person, also where the config allows everything",
    async (needsApproval) => {
      const own = fromAiSdk({
        pay: { inputSchema: z.object({ usd: z.number() }), needsApproval, execute: () => "paid" },
      });
      await using host = await testHost({
        script: [{ toolCalls: [{ name: "pay", arguments: { usd: 5 } }] }, { text: "done" }],
        config: { permissions: { "*": "allow" } },
        service: { tools: own },
      });
      const { session_id, status } = await host.run("go");
      expect(status).toBe("waiting");
      const [request] = (await host.session(session_id)).pending_requests;
      expect(request).toMatchObject({ kind: "approval", tool: "pay", prompt: 'May pay run: {"usd":5}' });
      await answerFirst(host, session_id, { decision: "allow" });
      await untilStatus(host, session_id, "idle");
      expect(resultsIn(await host.events(session_id))).toMatchObject([{ output: "paid" }]);
    },
  );
});

describe("the values of a tool before its last", () => {
  async function* search() {
    yield "Found 1";
    yield "Found 1 and 2";
    yield "The key is hunter2hunter2";
    yield { found: 3 };
  }
  const own = [
    tool({ name: "search", description: "", parameters: z.object({}), run: search }),
    ...fromAiSdk({ sdk_search: aiTool({ inputSchema: z.object({}), execute: search }) }),
    tool({
      name: "returns",
      description: "",
      parameters: z.object({}),
      async *run() {
        yield "working";
        return "the result";
      },
    }),
  ];

  it.each([
    ["search", '{"found":3}'],
    ["sdk_search", '{"found":3}'],
    ["returns", "the result"],
  ])("are shown to readers while %s runs, without secrets", async (name, output) => {
    await using host = await testHost({
      script: [{ toolCalls: [{ name, arguments: {} }] }, { text: "done" }],
      config: { env: { KEY: { value: "hunter2hunter2", secret: true } } },
      service: { tools: own },
    });
    const turn = await host.send("go");
    let shown = "";
    const items: string[] = [];
    for await (const batch of await host.service.chat.stream(admin, host.workspaceId, turn))
      for (const event of batch) {
        if (event.type === "item.delta" && event.kind === "tool_output") {
          expect(event).toMatchObject({ offset: shown.length, item_id: items.at(-1) });
          shown += event.text;
        } else if (event.type === "item.started") items.push(event.item.item_id);
      }
    const found = 'Found 1 and 2\nThe key is [secret KEY]\n{"found":3}';
    expect(shown).toBe(name === "returns" ? "working" : found);
    expect(resultsIn(await host.events(turn.session_id))).toMatchObject([{ output, is_error: false }]);
  });

  it("end when their call is stopped", async () => {
    const begun = Promise.withResolvers<null>();
    const ended = Promise.withResolvers<null>();
    const endless = tool({
      name: "endless",
      description: "",
      parameters: z.object({}),
      async *run() {
        try {
          begun.resolve(null);
          for (;;) {
            yield "more\n";
            await nextTask();
          }
        } finally {
          ended.resolve(null);
        }
      },
    });
    await using host = await testHost({
      script: [{ toolCalls: [{ name: "endless", arguments: {} }] }, { text: "done" }],
      service: { tools: [endless] },
    });
    const { session_id } = await host.send("go");
    // A call that was only recorded as started would never run.
    await begun.promise;
    await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
    await ended.promise;
    expect(await host.session(session_id)).toMatchObject({ stop_reason: "interrupted" });
  });
});
