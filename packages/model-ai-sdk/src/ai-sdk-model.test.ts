import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { aiSdkModel } from "./ai-sdk-model.ts";
import { aiSdkModels } from "./ai-sdk-models.ts";
import {
  isCleanEnd,
  modelAt,
  modelError,
  PROVIDER_NAMES,
  type ProviderName,
  read,
  resolved,
  simpleRequest,
} from "./provider-models.test-support.ts";
import { finish, languageModel } from "./language-model.test-support.ts";
import { BEGINNINGS, EVENT_STREAM, events, replayServer, type Answer } from "./replay-server.test-support.ts";

const readParts = (...parts: LanguageModelV4StreamPart[]) =>
  read(aiSdkModel(languageModel(parts), { reference: "test/test" }));

describe("the parts of a response", () => {
  test("get a block of their own where the provider uses an id again", async () => {
    const { parts } = await readParts(
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: "a" },
      { type: "text-end", id: "0" },
      { type: "reasoning-start", id: "0" },
      { type: "reasoning-delta", id: "0", delta: "b" },
      { type: "reasoning-end", id: "0" },
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: "c" },
      finish("stop"),
    );
    expect(parts.map((part) => ("block" in part ? `${part.type} ${part.block}` : part.type))).toEqual([
      "text-delta b1",
      "block-end b1",
      "reasoning-delta b2",
      "block-end b2",
      "text-delta b3",
      "block-end b3",
      "finish",
    ]);
  });

  test("collect what the provider wants back, and reasoning of data alone is kept", async () => {
    const { parts } = await readParts(
      { type: "reasoning-start", id: "r", providerMetadata: { openai: { itemId: "i", encrypted: null } } },
      { type: "reasoning-end", id: "r", providerMetadata: { openai: { encrypted: "e" } } },
      { type: "text-start", id: "empty" },
      { type: "text-end", id: "empty" },
      finish("stop"),
    );
    expect(parts.slice(0, 2)).toEqual([
      { type: "reasoning-delta", block: "b1", text: "" },
      { type: "block-end", block: "b1", provider: { openai: { itemId: "i", encrypted: "e" } } },
    ]);
    expect(parts).toHaveLength(3);
  });

  test("hold a tool call's arguments as the text that came, broken or not", async () => {
    const { parts } = await readParts(
      { type: "tool-input-start", id: "c", toolName: "bash" },
      { type: "tool-input-delta", id: "c", delta: '{"comm' },
      { type: "tool-input-end", id: "c" },
      { type: "tool-call", toolCallId: "c", toolName: "bash", input: '{"comm' },
      finish("tool-calls"),
    );
    expect(parts.slice(0, 2)).toEqual([
      { type: "tool-call-delta", block: "b1", name: "bash", text: '{"comm' },
      { type: "tool-call", block: "b1", call_id: "c", name: "bash", arguments: '{"comm' },
    ]);
  });

  test("that the port has no word for are passed over", async () => {
    const outcome = await readParts(
      { type: "stream-start", warnings: [{ type: "other", message: "!" }] },
      { type: "response-metadata", id: "x" },
      { type: "ping" },
      { type: "raw", rawValue: {} },
      { type: "custom", kind: "a.b" },
      { type: "tool-input-start", id: "s", toolName: "web_search", providerExecuted: true },
      { type: "tool-input-delta", id: "s", delta: "{}" },
      { type: "tool-call", toolCallId: "s", toolName: "web_search", input: "{}", providerExecuted: true },
      { type: "source", sourceType: "url", id: "u", url: "https://example.test" },
      finish("stop"),
    );
    expect(outcome.parts.map((part) => part.type)).toEqual(["finish"]);
    expect(isCleanEnd(outcome)).toBe(true);
  });

  test("give a flat usage in which what is missing is 0", async () => {
    const { parts } = await readParts(finish("stop"));
    expect(parts.at(-1)).toMatchObject({
      usage: { input_tokens: 5, output_tokens: 0, cache_read_tokens: 2, cache_write_tokens: 0 },
    });
  });
});

describe("the end of a response", () => {
  test.each([
    ["stop", "stop"],
    ["tool-calls", "tool-calls"],
    ["length", "length"],
    ["content-filter", "refused"],
    ["other", "other"],
  ] as const)("%s is %s", async (given, reason) => {
    expect((await readParts(finish(given))).parts.at(-1)).toMatchObject({ type: "finish", reason });
  });

  test.each(["interrupted", "error"] as const)("%s is none", async (given) => {
    const outcome = await readParts({ type: "text-delta", id: "0", delta: "a" }, finish(given));
    expect(modelError(outcome)).toMatchObject({ kind: "truncated", retryable: true });
  });

  test("is a call for tools when there are calls, whatever the server names it", async () => {
    const { parts } = await readParts(
      { type: "tool-call", toolCallId: "c", toolName: "bash", input: "{}" },
      finish("stop"),
    );
    expect(parts.at(-1)).toMatchObject({ reason: "tool-calls" });
  });
});

describe("an aborted call", () => {
  const reason = new Error("interrupted by the user");

  test.each(PROVIDER_NAMES)("to %s ends before the answer, and releases the connection", async (provider) => {
    const controller = new AbortController();
    const server = await replayServer(() => {
      controller.abort(reason);
    });
    const outcome = await read(modelAt(server.url, provider), simpleRequest, controller.signal);
    expect(outcome).toEqual({ parts: [], error: reason });
    await expect.poll(() => server.connections()).toBe(0);
  });

  const endless =
    (provider: ProviderName): Answer =>
    (response) => {
      response.writeHead(200, EVENT_STREAM);
      response.write(events(BEGINNINGS[provider]));
    };

  test.each(PROVIDER_NAMES)(
    "to %s ends in the middle of the answer, and releases the connection",
    async (provider) => {
      const server = await replayServer(endless(provider));
      const controller = new AbortController();
      const reading = (async () => {
        for await (const part of modelAt(server.url, provider).stream(simpleRequest, controller)) {
          expect(part).toMatchObject({ type: "text-delta", text: "Half" });
          controller.abort(reason);
        }
      })();
      await expect(reading).rejects.toBe(reason);
      await expect.poll(() => server.connections()).toBe(0);
    },
  );

  test("ends even where the language model does not listen", async () => {
    const controller = new AbortController();
    const deaf = languageModel([{ type: "text-delta", id: "0", delta: "a" }], true);
    const hanging = { ...deaf, doStream: () => new Promise<never>(() => {}) };
    const reading = [deaf, hanging].map((model) =>
      read(aiSdkModel(model, { reference: "test/test" }), simpleRequest, controller.signal),
    );
    controller.abort(reason);
    for (const outcome of await Promise.all(reading)) expect(outcome.error).toBe(reason);
  });

  test("that was aborted before it began asks nobody", async () => {
    const server = await replayServer((response) => response.end());
    const outcome = await read(modelAt(server.url, "openai"), simpleRequest, AbortSignal.abort(reason));
    expect(outcome.error).toBe(reason);
    expect(server.calls).toEqual([]);
  });

  test.each(PROVIDER_NAMES)("to %s releases the connection when its reader leaves", async (provider) => {
    const server = await replayServer(endless(provider));
    for await (const part of modelAt(server.url, provider).stream(simpleRequest, new AbortController())) {
      expect(part.type).toBe("text-delta");
      break;
    }
    await expect.poll(() => server.connections()).toBe(0);
  });
});

test("an answer that is not closed after its end releases its connection all the same", async () => {
  const server = await replayServer((response) => {
    response.writeHead(200, EVENT_STREAM);
    const ending = [
      '{"type":"content_block_stop","index":0}',
      '{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":1}}',
      '{"type":"message_stop"}',
    ];
    response.write(events([...BEGINNINGS.anthropic, ...ending]));
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const outcome = await read(modelAt(server.url, "anthropic"));
  expect(outcome.parts.at(-1)?.type).toBe("finish");
  expect(server.connections()).toBe(1);
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  await expect.poll(() => server.connections()).toBe(0);
});

describe("a reference", () => {
  const asked: string[] = [];
  const models = aiSdkModels({
    providers: {
      anthropic: {
        languageModel(id) {
          asked.push(id);
          return languageModel([]);
        },
      },
    },
    default: "anthropic/a",
    contextWindows: { "anthropic/a/b": 200_000 },
  });

  test("chooses the provider by its first part; the id may hold slashes", () => {
    expect(models.resolve("anthropic/a/b", { tenant: "default" })).toMatchObject({
      reference: "anthropic/a/b",
      context_window: 200_000,
    });
    expect(asked).toEqual(["a/b"]);
    expect(models.default).toBe("anthropic/a");
  });

  test("leads to a provider that is loaded once for all turns, and again after a failure", async () => {
    let loads = 0;
    const load = async () => {
      loads += 1;
      if (loads === 1) throw new Error("The package is not there.");
      return { languageModel: () => languageModel([finish("stop")]) };
    };
    const loaded = aiSdkModels({ providers: { own: load }, default: "own/a" });
    expect((await read(resolved(loaded, "own/a"))).error).toBeDefined();
    for (const reference of ["own/a", "own/a", "own/b"])
      expect((await read(resolved(loaded, reference))).error).toBeUndefined();
    expect(loads).toBe(2);
  });

  test("tells whether the model sees images: those of Anthropic and OpenAI, or as the host says", () => {
    const provider = { languageModel: () => languageModel([]) };
    const providers = { anthropic: provider, openai: provider, own: provider };
    const seen = (seesImages?: (reference: string) => boolean) =>
      ["anthropic/a", "openai/a", "own/a"].map(
        (reference) =>
          aiSdkModels({ providers, default: "own/a", ...(seesImages && { seesImages }) }).resolve(reference, {
            tenant: "default",
          })?.sees_images ?? false,
      );
    expect(seen()).toEqual([true, true, false]);
    expect(seen((reference) => reference === "own/a")).toEqual([false, false, true]);
  });

  test.each(["openai/x", "anthropic", "anthropic/", "/x", "", "toString/x", "rehearsal"])(
    "%j resolves to none",
    (reference) => {
      expect(models.resolve(reference, { tenant: "default" })).toBeNull();
    },
  );
});
