import { describe, expect, it } from "vitest";
import { rehearsalModels, type ModelProvider, type Policy } from "@workspace-agent/core";
import { scriptedModels } from "@workspace-agent/core/testing";
import { nextPage, testApi } from "../test-api.test-support.ts";

/** A host that has every model of two providers, and one of its own. */
function models(): ModelProvider {
  const scripted = scriptedModels([]);
  return {
    default: "own/large",
    references: () => ["own/small", "own/llama-3.3-70b"],
    resolve: (reference) => {
      if (!/^(anthropic|openai|own)\//.test(reference)) return null;
      const sees_images = reference.startsWith("anthropic/");
      const own = reference === "own/large" ? { context_window: 50_000 } : {};
      return { ...scripted.model, reference, sees_images, ...own };
    },
  };
}

const apiWith = (policy?: Policy) =>
  testApi({ service: { models: models(), ...(policy !== undefined && { policy }) } });

interface Listed {
  readonly reference: string;
  readonly [field: string]: unknown;
}

async function listed(
  api: Awaited<ReturnType<typeof testApi>>,
  query = "?limit=500",
): Promise<readonly Listed[]> {
  return (await api.call("GET", `/api/models${query}`)).json as readonly Listed[];
}

const named = (all: readonly Listed[], reference: string) =>
  all.find((model) => model.reference === reference);

describe("the list of models", () => {
  it("has those of the host and the well-known ones that it has, with source and date of each figure", async () => {
    await using api = await apiWith();
    const all = await listed(api);
    expect(named(all, "anthropic/claude-haiku-5-5")).toEqual({
      reference: "anthropic/claude-haiku-5-5",
      name: "Claude Haiku 5.5",
      is_default: false,
      is_small_default: false,
      context_window: { value: 1_000_000, source: expect.any(String) as string, date: "2026-11-10" },
      max_output_tokens: { value: 128_000, source: expect.any(String) as string, date: "2026-11-10" },
      prices: {
        input: 0.1,
        output: 0.5,
        cache_read: 0.01,
        cache_write: 0.125,
        long_prompt: { above: 100_000, input: 0.5, output: 2.5, cache_read: 0.05, cache_write: 0.625 },
        source: "platform.claude.com/docs/en/about-claude/pricing",
        date: "2026-11-21",
      },
      capabilities: {
        images: true,
        tools: true,
        reasoning: true,
        structured_output: null,
        source: expect.any(String) as string,
        date: "2026-11-10",
      },
    });
    expect(named(all, "own/large")).toMatchObject({
      name: null,
      is_default: true,
      is_small_default: true,
      context_window: { value: 50_000, source: "this instance", date: null },
      max_output_tokens: null,
      prices: null,
      capabilities: { images: false, tools: null },
    });
    expect(named(all, "own/llama-3.3-70b")).toMatchObject({
      context_window: { value: 128_000, source: "a model whose name begins alike", date: null },
    });
    expect(named(all, "own/small")).toMatchObject({ is_default: false, context_window: null });
    expect(all.some(({ reference }) => reference.startsWith("google/"))).toBe(false);
    expect(all.map(({ reference }) => reference)).toEqual(all.map(({ reference }) => reference).toSorted());
  });

  it("has what the policy allows alone, and its default", async () => {
    await using api = await apiWith({ models: ["openai/gpt-6-luna", "own/small", "google/gemini-2.5-pro"] });
    expect((await listed(api)).map(({ reference, is_default }) => [reference, is_default])).toEqual([
      ["openai/gpt-6-luna", true],
      ["own/small", false],
    ]);
  });

  it("has the prices of the host where it gives some", async () => {
    const prices = { "own/priced": { input: 1, output: 2, cache_read: 3, cache_write: 4 } };
    await using api = await testApi({ service: { models: models(), prices } });
    const all = await listed(api);
    expect(named(all, "own/priced")).toMatchObject({
      prices: { ...prices["own/priced"], long_prompt: null, source: "this instance", date: null },
    });
    expect(named(all, "openai/gpt-6-luna")).toMatchObject({ prices: null });
  });

  it("has the figures of the host's catalog before those of the table", async () => {
    const origin = { source: "catalog.test", date: "2026-11-26" };
    const modelCatalog = {
      name: "catalog.test",
      read: () =>
        Promise.resolve([
          {
            reference: "openai/new",
            name: "New",
            context_window: { value: 9_000, ...origin },
            max_output_tokens: null,
            prices: null,
            capabilities: null,
          },
        ]),
    };
    await using api = await testApi({ service: { models: models(), modelCatalog } });
    expect(named(await listed(api), "openai/new")).toMatchObject({
      name: "New",
      context_window: { value: 9_000, ...origin },
    });
  });

  it("is paged", async () => {
    await using api = await apiWith();
    const all = await listed(api);
    const first = await api.call("GET", "/api/models?limit=7");
    expect(first.json).toEqual(all.slice(0, 7));
    expect((await api.call("GET", nextPage(first) ?? "")).json).toEqual(all.slice(7, 14));
    expect((await api.call("GET", "/api/models?cursor=%21")).json).toMatchObject({ code: "invalid_request" });
  });

  it("has the rehearsal model, which is free and has no limit of its window", async () => {
    await using api = await testApi({ service: { models: rehearsalModels() } });
    expect(await listed(api)).toMatchObject([
      { reference: "rehearsal", is_default: true, context_window: null, prices: { input: 0, output: 0 } },
    ]);
  });
});
