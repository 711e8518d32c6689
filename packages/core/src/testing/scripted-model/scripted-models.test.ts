import { testCaller } from "../test-caller/test-caller.ts";
import { describe, expect, test } from "vitest";
import { ModelError, type Model, type ModelPart, type ModelRequest } from "../../ports/model.ts";
import { fakeClock } from "../fake-clock/fake-clock.ts";
import { scriptedModels } from "./scripted-models.ts";

const request: ModelRequest = { system: "", messages: [], tools: [], caller: testCaller() };

async function collect(model: Model, asked = request) {
  const parts: ModelPart[] = [];
  const signal = new AbortController().signal;
  let error: unknown;
  try {
    for await (const part of model.stream(asked, { signal })) parts.push(part);
  } catch (caught) {
    error = caught;
  }
  return { parts, error };
}

describe("a scripted model", () => {
  test("streams reasoning, text and tool calls in pieces, then finishes", async () => {
    const { model } = scriptedModels([
      {
        reasoning: { text: "hm", provider: { anthropic: { signature: "s" } } },
        text: "abcde",
        chunk: 2,
        toolCalls: [
          { name: "read", arguments: { path: "a" } },
          { name: "bash", arguments: "{broken" },
        ],
        usage: { input_tokens: 7 },
      },
    ]);
    const { parts } = await collect(model);
    expect(parts.flatMap((part) => (part.type === "text-delta" ? [part.text] : []))).toEqual([
      "ab",
      "cd",
      "e",
    ]);
    expect(parts).toContainEqual({
      type: "block-end",
      block: "reasoning",
      provider: { anthropic: { signature: "s" } },
    });
    expect(parts.filter((part) => part.type === "tool-call")).toEqual([
      { type: "tool-call", block: "call_1_1", call_id: "call_1_1", name: "read", arguments: '{"path":"a"}' },
      { type: "tool-call", block: "call_1_2", call_id: "call_1_2", name: "bash", arguments: "{broken" },
    ]);
    expect(parts.at(-1)).toEqual({
      type: "finish",
      reason: "tool-calls",
      usage: { input_tokens: 7, output_tokens: 5, cache_read_tokens: 0, cache_write_tokens: 0 },
    });
  });

  test("takes the steps in order and fails loudly when there is no next one", async () => {
    const { model } = scriptedModels([{ text: "one" }, { text: "two", finish: "length" }]);
    expect((await collect(model)).parts.at(-1)).toMatchObject({ type: "finish", reason: "stop" });
    expect((await collect(model)).parts.at(-1)).toMatchObject({ type: "finish", reason: "length" });
    expect((await collect(model)).error).toMatchObject({
      message: "the script has 2 steps, and call 3 came",
    });
  });

  test("keeps a copy of each request, which a later change does not reach", async () => {
    const models = scriptedModels((asked, index) => ({ text: `${index}:${asked.messages.length}` }));
    const messages: { role: "user"; parts: { type: "text"; text: string }[] }[] = [];
    await collect(models.model, { ...request, messages });
    messages.push({ role: "user", parts: [{ type: "text", text: "later" }] });
    expect(models.requests).toEqual([request]);
  });

  test("can be cut, and can fail before the first part or after some", async () => {
    const refused = new ModelError("auth", "no", { retryable: false });
    const { model } = scriptedModels([
      { text: "cut", truncate: true },
      { text: "x", fail: refused },
      { text: "abc", chunk: 1, failAfter: 2 },
    ]);
    const cut = await collect(model);
    expect(cut.parts.map((part) => part.type)).toEqual(["text-delta", "block-end"]);
    expect(cut.error).toBeUndefined();
    expect(await collect(model)).toEqual({ parts: [], error: refused });
    const broken = await collect(model);
    expect(broken.parts).toHaveLength(2);
    expect(ModelError.isInstance(broken.error) && broken.error.retryable).toBe(true);
  });

  test.each([
    [true as const, 0],
    [{ after: 1 }, 1],
  ])("stalls (%o) until it is aborted", async (stall, given) => {
    const { model } = scriptedModels([{ text: "ab", chunk: 1, stall }]);
    const controller = new AbortController();
    const parts: ModelPart[] = [];
    const reading = (async () => {
      for await (const part of model.stream(request, { signal: controller.signal })) parts.push(part);
    })();
    await fakeClock().advance(0);
    expect(parts).toHaveLength(given);
    controller.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
  });

  test("waits before each part by its clock", async () => {
    const clock = fakeClock(0);
    const { model } = scriptedModels([{ text: "ab", chunk: 1, delayMs: 100 }], { clock });
    const reading = collect(model);
    await clock.advance(1_000);
    expect((await reading).parts).toHaveLength(4);
    expect(clock.sleeping).toBe(0);
  });

  test("resolves its own reference only", () => {
    const models = scriptedModels([], { reference: "scripted/big", contextWindow: 1_000 });
    expect(models.resolve("scripted/big", { tenant: "default" })).toBe(models.model);
    expect(models.resolve("scripted/model", { tenant: "default" })).toBeNull();
    expect(models.model.context_window).toBe(1_000);
  });
});
