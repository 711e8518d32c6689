import {
  DomainError,
  SCOPES,
  SERVICES,
  type AgentService,
  type Override,
  type Principal,
} from "@workspace-agent/core";
import type { BatchResult, BulkLine } from "@workspace-agent/core/schemas";
import { describe, expect, test } from "vitest";
import { testApi, type TestApi } from "../test-api.test-support.ts";
import { until } from "../until.test-support.ts";
import { BATCH, NDJSON, ndjson } from "./batches.test-support.ts";

const result = (key: string): BatchResult => ({
  key,
  status: "cancelled",
  final_message: null,
  workspace_id: null,
  session_id: null,
  turn_id: null,
  stats: null,
  error: null,
});

/** Batches whose items the test sees arrive, and whose results it gives one by one. */
function scriptedBatches() {
  const seen = { items: [] as BulkLine[], isLeft: false, isVisible: true };
  const waiting: (() => void)[] = [];
  const given: (readonly BatchResult[] | Error | null)[] = [];
  async function* results(signal: AbortSignal): AsyncGenerator<readonly BatchResult[], void> {
    signal.addEventListener("abort", () => {
      seen.isLeft = true;
      waiting.shift()?.();
    });
    while (!signal.aborted) {
      const next = given.shift();
      if (next === null) return;
      if (next instanceof Error) throw next;
      if (next === undefined) await new Promise<void>((resolve) => waiting.push(resolve));
      else yield next;
    }
  }
  const service: AgentService["batches"] = {
    list: () => expect.unreachable(),
    async get() {
      if (!seen.isVisible) throw new DomainError("not_found", "There is no such batch.");
      return BATCH;
    },
    cancel: () => expect.unreachable(),
    async create(_, __, items) {
      if (!(Symbol.asyncIterator in items)) return expect.unreachable();
      for await (const lines of items) {
        seen.items.push(...lines);
        if (lines.some((line) => "fault" in line)) throw new Error("The service fails.");
      }
      return BATCH;
    },
    results: (_, __, { signal = new AbortController().signal } = {}) => Promise.resolve(results(signal)),
  };
  const override: Override<AgentService["batches"]> = [SERVICES.batches, { useValue: service }];
  const give = (next: readonly BatchResult[] | Error | null) => {
    given.push(next);
    waiting.shift()?.();
  };
  return { override: override as Override, seen, give };
}

const reader: Principal = { id: "ann", tenant: "default", kind: "user", scopes: SCOPES, workspace_ids: null };

/** A host whose answer about its only user a test changes. */
function hostOf(answer: Principal | Error) {
  const host = {
    answer,
    async authenticate(): Promise<Principal> {
      if (host.answer instanceof Error) throw host.answer;
      return host.answer;
    },
  };
  return host;
}

async function opened(api: TestApi, token = api.token) {
  const headers = { "accept-encoding": "gzip" };
  const response = await api.fetch("GET", "/api/batches/bat_1/results?follow=true", { token, headers });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  const next = async () => {
    const chunk = await reader?.read();
    return chunk?.done === false ? new TextDecoder().decode(chunk.value) : null;
  };
  return { response, next, leave: async () => await reader?.cancel() };
}

describe("the items of a batch as lines", () => {
  test("reach the service while the others are not sent yet, counted without the head", async () => {
    const { override, seen } = scriptedBatches();
    await using api = await testApi({ service: { overrides: [override] } });
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const send = async (text: string) => await writer.write(new TextEncoder().encode(text));
    const answer = api.call("POST", "/api/batches", { headers: NDJSON, body: readable });
    await send(`{"na`);
    await send(`me":"n"}\n{"key":"a"}\n{"ke`);
    await until(() => seen.items.length === 1);
    await send(`y":"b"}\n`);
    await until(() => seen.items.length === 2);
    await send(`{"key":"c"}`);
    await writer.close();
    expect((await answer).status).toBe(202);
    expect(seen.items).toEqual([
      { index: 0, value: { key: "a" } },
      { index: 1, value: { key: "b" } },
      { index: 2, value: { key: "c" } },
    ]);
  });

  test("are read to their end where the service reads no further", async () => {
    const { override } = scriptedBatches();
    await using api = await testApi({ service: { overrides: [override] } });
    let isRead = false;
    const chunks = [ndjson({}), "{\n", ndjson({ key: "b" })];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk));
        else {
          isRead = true;
          controller.close();
        }
      },
    });
    expect((await api.call("POST", "/api/batches", { headers: NDJSON, body })).status).toBe(500);
    await until(() => isRead);
  });
});

describe("results that are followed", () => {
  test("come as the items end, neither compressed nor buffered, with blank lines in silence", async () => {
    const { override, give } = scriptedBatches();
    await using api = await testApi({ service: { overrides: [override] } });
    const { response, next } = await opened(api);
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    expect(await next()).toBe("\n");
    const first = next();
    give([result("a"), result("b")]);
    expect(await first).toBe(ndjson(result("a"), result("b")));
    const silence = next();
    await api.clock.advance(15_000);
    expect(await silence).toBe("\n");
    const last = next();
    give(null);
    expect(await last).toBeNull();
  });

  test("end when the reader leaves", async () => {
    const { override, seen } = scriptedBatches();
    await using api = await testApi({ service: { overrides: [override] } });
    const { next, leave } = await opened(api);
    await next();
    void next();
    await leave();
    await until(() => seen.isLeft);
  });

  test("are broken off when they fail, so that a part is never taken for all", async () => {
    const { override, give } = scriptedBatches();
    await using api = await testApi({ service: { overrides: [override] } });
    const { next } = await opened(api);
    await next();
    const broken = next();
    give(new Error("broken"));
    await expect(broken).rejects.toThrow();
    expect(api.logged.filter(({ level }) => level === "error")).toHaveLength(1);
  });

  test("are broken off when the token of the reader is gone, which is no failure", async () => {
    const { override, give, seen } = scriptedBatches();
    await using api = await testApi({ service: { overrides: [override] } });
    const expires_at = new Date(api.clock.now() + 5_000).toISOString();
    const { next } = await opened(api, await api.createToken({ expires_at }));
    await next();
    const broken = next();
    await api.clock.advance(6_000);
    give([result("a")]);
    await expect(broken).rejects.toThrow();
    expect(seen.isLeft).toBe(true);
    expect(api.logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("are broken off where the reader no longer sees the batch", async () => {
    const { override, seen, give } = scriptedBatches();
    await using api = await testApi({ service: { overrides: [override] } });
    const { next } = await opened(api);
    await next();
    seen.isVisible = false;
    await api.clock.advance(1_000);
    give([result("a")]);
    await expect(next()).rejects.toThrow();
  });

  test("wait while nobody can tell who reads, and then go on", async () => {
    const { override, give } = scriptedBatches();
    const host = hostOf(reader);
    await using api = await testApi({ service: { overrides: [override] }, handler: host });
    const { next } = await opened(api);
    await next();
    host.answer = new Error("The identity provider is away.");
    await api.clock.advance(1_000);
    const line = next();
    give([result("a")]);
    await api.clock.advance(5_000);
    expect(api.logged.filter(({ level }) => level === "warn")).toMatchObject([
      { fields: { error: host.answer } },
    ]);
    host.answer = reader;
    await api.clock.advance(1_000);
    expect(await line).toBe(ndjson(result("a")));
  });

  test("count as streams, and others as reads", async () => {
    const { override, give } = scriptedBatches();
    const limits = { streamsPerPrincipal: 1, readsPerPrincipal: 1 };
    await using api = await testApi({ service: { overrides: [override] }, handler: { limits } });
    const { leave } = await opened(api);
    const path = "/api/batches/bat_1/results";
    expect((await api.call("GET", `${path}?follow=true`)).as().code).toBe("rate_limited");
    const read = await api.fetch("GET", path);
    expect(read.status).toBe(200);
    expect((await api.call("GET", path)).as().code).toBe("rate_limited");
    await leave();
    give(null);
    await read.body?.cancel();
  });
});
