import { AsyncResource } from "node:async_hooks";
import type { PromptMessage, PromptPart } from "@workspace-agent/core/ports";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { modelFetch } from "./model-fetch.ts";
import {
  modelAt,
  PROVIDER_NAMES,
  read,
  simpleRequest,
  type ProviderName,
} from "./provider-models.test-support.ts";
import { BEGINNINGS, eventStream, refusal, replayServer } from "./replay-server.test-support.ts";

const text = (words: string): PromptPart => ({ type: "text", text: words });
const user = (...parts: PromptPart[]): PromptMessage => ({ role: "user", parts });

const words = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom('],"tools":[', '{"role":"user","content":"a"},', "\ud800", "  ends in spaces  ", ""),
);
const providerData = fc.constantFrom(
  undefined,
  { anthropic: { signature: "sig-1" } },
  { openai: { itemId: "rs_1", reasoningEncryptedContent: "enc-1" } },
);
const reasoning = fc
  .record({ words, provider: providerData })
  .map(({ words: said, provider }): PromptPart => ({
    type: "reasoning",
    text: said,
    ...(provider !== undefined && { provider }),
  }));
const args = fc.oneof(
  fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
  fc.constantFrom("no object", null, { 2: "two", 1: "one" }),
);

/** What a model says and what it is given then: results of its calls, a person's words, or both. */
const exchange = fc
  .record({
    said: fc.array(fc.oneof(words.map(text), reasoning), { maxLength: 3 }),
    calls: fc.array(fc.record({ args, output: words, isError: fc.boolean() }), { maxLength: 3 }),
    asked: fc.option(words),
  })
  .map(({ said, calls, asked }): PromptMessage[] => {
    const ids = calls.map(() => `call_${crypto.randomUUID()}`);
    const made = calls.map((call, index): PromptPart => ({
      type: "tool_call",
      call_id: ids[index] ?? "",
      name: "bash",
      arguments: call.args,
    }));
    const results = calls.map((call, index): PromptPart => ({
      type: "tool_result",
      call_id: ids[index] ?? "",
      name: "bash",
      output: call.output,
      is_error: call.isError,
    }));
    return [
      { role: "assistant", parts: [...said, ...made] },
      ...(results.length > 0 ? [{ role: "tool" as const, parts: results }] : []),
      ...(asked !== null || results.length === 0 ? [user(text(asked ?? "Go on."))] : []),
    ];
  });

const EARLIER: readonly PromptMessage[] = Array.from({ length: 60 }, (_, index) =>
  index % 2 === 0 ? user(text(`Question ${index}`)) : { role: "assistant", parts: [text(`Answer ${index}`)] },
);

interface Sending {
  readonly system?: string;
  readonly id?: string;
}

/** A model that is asked again and again: the bodies as its provider's package wrote them, and as they were sent. */
async function asked(provider: ProviderName) {
  const server = await replayServer(refusal(400, {}));
  const written: string[] = [];
  const fetch: typeof modelFetch = (input, init) => {
    written.push(init?.body as string);
    return modelFetch(input, init);
  };
  const ask = async (messages: readonly PromptMessage[], { system = "Help.", id = "m" }: Sending = {}) => {
    const { error } = await read(modelAt(server.url, provider, { id, fetch, packageAsIs: true }), {
      ...simpleRequest,
      system,
      messages,
      tools: [{ name: "bash", description: "Runs.", parameters: { type: "object" } }],
    });
    expect(error).toMatchObject({ kind: "invalid_request" });
    const call = server.calls.at(-1);
    expect(Number(call?.headers["content-length"])).toBe(Buffer.byteLength(call?.text ?? ""));
    return { written: written.at(-1) ?? "", sent: call?.text ?? "" };
  };
  /** What is sent of messages that were never seen before. */
  const whole = async (messages: readonly PromptMessage[], sending?: Sending) => {
    const { written: all, sent } = await ask(structuredClone(messages), sending);
    expect(all).toBe(sent);
    return sent;
  };
  return { ask, whole };
}

describe.each(PROVIDER_NAMES)("a prompt to %s that grows", (provider) => {
  test("is sent as if it had been written whole, whatever was said", async () => {
    const { ask, whole } = await asked(provider);
    await fc.assert(
      fc.asyncProperty(fc.array(exchange, { minLength: 2, maxLength: 6 }), async (exchanges) => {
        const messages = structuredClone([...EARLIER, user(text("And now?"))]);
        await ask([...messages]);
        for (const next of exchanges) {
          messages.push(...next);
          const { sent } = await ask([...messages]);
          expect(sent).toBe(await whole(messages));
        }
      }),
      { numRuns: 20 },
    );
  });

  test("is written but for what is new of it", async () => {
    const { ask, whole } = await asked(provider);
    const messages = structuredClone([...EARLIER, user(text("And now?"))]);
    const first = await ask([...messages]);
    expect(first.written).toBe(first.sent);
    for (let count = 0; count < 30; count++) {
      const call_id = `call_${count}`;
      messages.push(
        {
          role: "assistant",
          parts: [{ type: "tool_call", call_id, name: "bash", arguments: { command: "true" } }],
        },
        {
          role: "tool",
          parts: [{ type: "tool_result", call_id, name: "bash", output: `${count}`, is_error: false }],
        },
      );
      const { written, sent } = await ask([...messages]);
      expect(sent).toBe(await whole(messages));
      expect(written.length).toBeLessThan(2_000);
      expect(written).not.toContain("Question 0");
    }
  });

  test.each<[string, (messages: PromptMessage[]) => PromptMessage[], Sending]>([
    ["a message", (all) => all.with(7, { role: "assistant", parts: [text("Another answer")] }), {}],
    ["what is said to it first", (all) => all, { system: "Help otherwise." }],
    ["that anything is said to it first", (all) => all, { system: "" }],
    ["the model", (all) => all, { id: "another" }],
    ["who speaks after what was sent", (all) => all.with(60, user(text("I say so."))), {}],
    ["all but what was sent and one more", (all) => all.slice(0, 60), {}],
    ["its end, which is gone", (all) => all.slice(0, 55), {}],
    ["all but its beginning", (all) => all.slice(0, 20), {}],
  ])("is sent as it is then where something of it has changed: %s", async (_, change, sending) => {
    const { ask, whole } = await asked(provider);
    const messages = structuredClone([...EARLIER, user(text("And now?"))]);
    await ask([...messages]);
    messages.push({ role: "assistant", parts: [text("Now.")] }, user(text("And then?")));
    const changed = change(messages);
    expect((await ask([...changed], sending)).sent).toBe(await whole(changed, sending));
  });

  test("is sent as it is where instructions come to one that had none", async () => {
    const { ask, whole } = await asked(provider);
    const messages = structuredClone([...EARLIER, user(text("And now?"))]);
    await ask([...messages], { system: "" });
    messages.push({ role: "assistant", parts: [text("Now.")] }, user(text("And then?")));
    expect((await ask([...messages])).sent).toBe(await whole(messages));
  });

  test("is written again from its first image on, which is loaded each time", async () => {
    const { ask, whole } = await asked(provider);
    const image: PromptPart = { type: "image", data: "iVBORw0KGgo=", media_type: "image/png" };
    const before = structuredClone([...EARLIER, user(text("And now?"))]);
    const after: PromptMessage[] = [];
    for (const words of ["Then", "And then", "At last"]) {
      after.push({ role: "assistant", parts: [text(words)] }, user(text("More.")));
      const messages = [
        ...before,
        { role: "assistant" as const, parts: [text("Look.")] },
        user(image),
        ...after,
      ];
      const { written, sent } = await ask(messages);
      expect(sent).toBe(await whole(messages));
      expect(written.includes("Question 0")).toBe(words === "Then");
    }
  });
});

test("a prompt that goes on with another provider is written whole by that", async () => {
  const messages = structuredClone([...EARLIER, user(text("And now?"))]);
  await (await asked("openai")).ask([...messages]);
  messages.push({ role: "assistant", parts: [text("Now.")] }, user(text("And then?")));
  const { ask, whole } = await asked("openai-compatible");
  expect((await ask([...messages])).sent).toBe(await whole(messages));
});

const LONGER: readonly PromptMessage[] = [
  { role: "assistant", parts: [text("Now.")] },
  user(text("And then?")),
];

test.each([
  ["a fetch of the host's own", fetch],
  ["a package of which nobody said that it is as it comes", modelFetch],
])("a prompt is sent whole by %s", async (_, by) => {
  const server = await replayServer(refusal(400, {}));
  const messages = structuredClone([...EARLIER, user(text("And now?"))]);
  const packageAsIs = by === fetch;
  const model = modelAt(server.url, "openai-compatible", { fetch: by, packageAsIs });
  await read(model, { ...simpleRequest, messages: [...messages] });
  await read(model, { ...simpleRequest, messages: [...messages, ...LONGER] });
  expect(server.calls.map(({ text: sent }) => sent.includes("Question 0"))).toEqual([true, true]);
});

test("a part is never taken for the whole: where modelFetch does not know the call, the answer is none", async () => {
  const server = await replayServer(eventStream(BEGINNINGS["openai-compatible"]));
  const messages = structuredClone([...EARLIER, user(text("And now?"))]);
  const ask = (by: typeof modelFetch, all: readonly PromptMessage[]) =>
    read(modelAt(server.url, "openai-compatible", { fetch: by, packageAsIs: true }), {
      ...simpleRequest,
      messages: [...all],
    });
  await ask(modelFetch, messages);
  const queue = new AsyncResource("a queue");
  const longer = [...messages, ...LONGER];
  const lost = await ask((input, init) => queue.runInAsyncScope(() => modelFetch(input, init)), longer);
  expect(lost).toMatchObject({ parts: [], error: { retryable: false } });
  await ask(modelFetch, longer);
  expect(server.calls.map(({ text: sent }) => sent.includes("Question 0"))).toEqual([true, false, true]);
});
