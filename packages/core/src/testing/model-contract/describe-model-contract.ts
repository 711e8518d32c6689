import { describe, expect, it, onTestFinished } from "vitest";
import { ModelError, type Model, type ModelPart, type ModelRequest } from "../../ports/model.ts";
import { testCaller } from "../test-caller/test-caller.ts";
import { MODEL_PARTS, type MakeModels, type ModelBehavior, type ModelPartName } from "./models-under-test.ts";

const PROMPT = "a prompt that no error repeats";

const REQUEST: ModelRequest = {
  system: "You help.",
  messages: [
    { role: "user", parts: [{ type: "text", text: PROMPT }] },
    {
      role: "assistant",
      parts: [
        { type: "text", text: "I look it up." },
        { type: "tool_call", call_id: "call_0", name: "lookup", arguments: { q: "w" } },
      ],
    },
    {
      role: "tool",
      parts: [{ type: "tool_result", call_id: "call_0", name: "lookup", output: "none", is_error: true }],
    },
  ],
  tools: [
    {
      name: "lookup",
      description: "Looks something up.",
      parameters: { type: "object", properties: { q: { type: "string" } }, required: ["q"] },
    },
  ],
  max_output_tokens: 100,
  caller: testCaller(),
};

export interface ModelContractOptions {
  /** The parts to test. Default: all of `MODEL_PARTS`. */
  readonly parts?: readonly ModelPartName[];
}

/** What the suites run on, valid within tests. */
type Given = (behavior: ModelBehavior) => Promise<Model>;

const answerOf = (model: Model, signal = new AbortController().signal): Promise<ModelPart[]> =>
  Array.fromAsync(model.stream(REQUEST, { signal }));

const failureOf = (model: Model) => answerOf(model).catch((error: unknown) => error);
const textOf = (parts: readonly ModelPart[]) =>
  parts.map((part) => (part.type === "text-delta" ? part.text : "")).join("");

function textSuite(given: Given): void {
  it("streams a text, and ends with the reason and the tokens", async () => {
    const parts = await answerOf(await given("text"));
    expect(textOf(parts)).toBe("Hello, world");
    expect(parts.filter(({ type }) => type === "finish")).toHaveLength(1);
    const usage = { input_tokens: 10, output_tokens: 3, cache_read_tokens: 0, cache_write_tokens: 0 };
    expect(parts.at(-1)).toEqual({ type: "finish", reason: "stop", usage });
  });

  it("does not end an answer that broke off", async () => {
    const parts: ModelPart[] = [];
    const read = async () => {
      const model = await given("cut");
      for await (const part of model.stream(REQUEST, { signal: new AbortController().signal }))
        parts.push(part);
    };
    const error = await read().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(textOf(parts)).toBe("Hello");
    expect(parts.filter(({ type }) => type === "finish")).toEqual([]);
    if (error !== null) expect(error).toMatchObject({ retryable: true });
  });
}

function toolsSuite(given: Given): void {
  it("gives a call of a tool with all of its arguments", async () => {
    const parts = await answerOf(await given("tool_call"));
    const calls = parts.flatMap((part) => (part.type === "tool-call" ? [part] : []));
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ name: "lookup" });
    expect(calls[0]?.call_id).not.toBe("");
    expect(JSON.parse(calls[0]?.arguments ?? "")).toEqual({ q: "x" });
    expect(parts.at(-1)).toMatchObject({ type: "finish", reason: "tool-calls" });
  });
}

function abortSuite(given: Given): void {
  it("ends soon after an abort, by a throw or its end", async () => {
    const model = await given("silent");
    const stop = new AbortController();
    const read = async () => {
      for await (const part of model.stream(REQUEST, { signal: stop.signal }))
        if (part.type === "text-delta") stop.abort();
    };
    await read().catch(() => undefined);
    expect(stop.signal.aborted).toBe(true);
  });

  it("sends nothing after an abort before it", async () => {
    const parts = await answerOf(await given("text"), AbortSignal.abort()).catch(() => []);
    expect(parts.filter(({ type }) => type === "finish")).toEqual([]);
  });
}

function errorsSuite(given: Given): void {
  it.each([
    ["unauthorized", { kind: "auth", retryable: false }],
    ["rate_limited", { kind: "rate_limited", retryable: true, retryAfterMs: 7_000 }],
    ["too_long", { kind: "context_overflow", retryable: false }],
  ] as const)("says that it is %s", async (behavior, expected) => {
    const error = await failureOf(await given(behavior));
    expect(ModelError.isInstance(error)).toBe(true);
    expect(error).toMatchObject(expected);
    expect(String(error)).not.toContain(PROMPT);
  });
}

const SUITES: { readonly [Part in ModelPartName]: (given: Given) => void } = {
  text: textSuite,
  tools: toolsSuite,
  abort: abortSuite,
  errors: errorsSuite,
};

/** The contract of the `ModelProvider` and `Model` ports as tests (vitest). Each test has a service of its own, which behaves as the test asks. */
export function describeModelContract(
  name: string,
  makeModels: MakeModels,
  { parts = MODEL_PARTS }: ModelContractOptions = {},
): void {
  describe(`${name}: the model contract`, () => {
    async function made(behavior: ModelBehavior) {
      const models = await makeModels(behavior);
      onTestFinished(() => models.close?.());
      return models.provider;
    }
    const given: Given = async (behavior) => {
      const provider = await made(behavior);
      const model = provider.resolve(provider.default, { tenant: "default" });
      if (model === null) throw new Error(`The default ${provider.default} does not resolve.`);
      return model;
    };
    it("resolves its default by name, and nothing that it does not have", async () => {
      const provider = await made("text");
      expect(provider.resolve(provider.default, { tenant: "default" })?.reference).toBe(provider.default);
      expect(provider.resolve("no-such-provider/no-such-model", { tenant: "default" })).toBeNull();
    });
    for (const part of parts) SUITES[part](given);
  });
}
