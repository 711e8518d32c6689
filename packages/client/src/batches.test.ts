import { SERVICES, type AgentService, type Override } from "@workspace-agent/core";
import type { Batch, BatchResult as StoredResult } from "@workspace-agent/core/schemas";
import { expect, test } from "vitest";
import { batchesOf } from "./batches.ts";
import type { BatchItem, ClientOptions } from "./index.ts";
import { clientOf, cutOff, testApi, withoutDelay, type TestApi } from "./test-client.test-support.ts";

const batchesAt = (api: TestApi, options: Partial<ClientOptions> = {}) =>
  batchesOf(clientOf(api, options), { sleep: withoutDelay, random: () => 0 });
const item = (key: string): BatchItem => ({ key, message: `Do ${key}.` });
const KEYS = Array.from({ length: 40 }, (_, index) => `item ${index}`);

const result = (key: string): StoredResult => ({
  key,
  status: "succeeded",
  final_message: "done",
  workspace_id: null,
  session_id: null,
  turn_id: null,
  stats: null,
  error: null,
});

const BATCH: Batch = {
  id: "bat_1",
  name: null,
  status: "completed",
  stop_reason: null,
  concurrency: 4,
  budget: {},
  stop_after_failures: null,
  defaults: { turn: {} },
  counts: { queued: 0, running: 0, succeeded: KEYS.length, failed: 0, cancelled: 0 },
  usage: { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0, cost_usd: null },
  created_by: { kind: "user", id: "admin", name: "admin" },
  created_at: "2026-01-01T00:00:00.000Z",
  ended_at: "2026-01-01T00:00:01.000Z",
};

/** A host with one batch that has ended, whose stream first ends early so many times. */
function endedBatch(earlyEnds = 0): Override {
  let left = earlyEnds;
  async function* results(): AsyncGenerator<readonly StoredResult[], void> {
    const last = left-- > 0 ? 7 : KEYS.length;
    for (const key of KEYS.slice(0, last)) yield await Promise.resolve([result(key)]);
  }
  const service: AgentService["batches"] = {
    list: () => expect.unreachable(),
    create: () => expect.unreachable(),
    cancel: () => expect.unreachable(),
    get: () => Promise.resolve(BATCH),
    results: () => Promise.resolve(results()),
  };
  const override: Override<AgentService["batches"]> = [SERVICES.batches, { useValue: service }];
  return override as Override;
}

test("items are sent as they come, and each has one result", async () => {
  await using api = await testApi();
  const batches = batchesAt(api);
  async function* items() {
    for (const key of ["a", "b", "c"]) yield await Promise.resolve(item(key));
  }
  const { id, counts } = await batches.create({ name: "three" }, items());
  expect(counts.queued).toBe(3);
  const results = await Array.fromAsync(batches.results(id));
  expect(results.map(({ key, status }) => `${key} ${status}`).sort()).toEqual([
    "a succeeded",
    "b succeeded",
    "c succeeded",
  ]);
  expect(await Array.fromAsync(batches.results(id, { follow: false }))).toEqual(results);
});

test("a key gives the same batch", async () => {
  await using api = await testApi();
  const batches = batchesAt(api);
  const options = { idempotencyKey: "k" };
  const first = await batches.create({}, [item("a")], options);
  expect((await batches.create({}, [item("a")], options)).id).toBe(first.id);
});

test("items that cannot be read accept nothing, and their error is thrown", async () => {
  await using api = await testApi();
  const client = clientOf(api);
  const broken = new Error("The file is gone.");
  async function* items() {
    yield await Promise.resolve(item("a"));
    throw broken;
  }
  await expect(batchesOf(client).create({}, items())).rejects.toBe(broken);
  expect(await client.get("/api/batches")).toEqual([]);
});

test("a wrong item is named by its position", async () => {
  await using api = await testApi();
  const created = batchesAt(api).create({}, [item("a"), { key: "" }]);
  await expect(created).rejects.toMatchObject({ errors: [{ pointer: "#/items/1/key" }] });
});

test("however often the connection breaks, and wherever, each result comes once", async () => {
  await using api = await testApi(undefined, { overrides: [endedBatch()] });
  for (const length of [1, 40, 300, 2_000]) {
    const fetch = cutOff(api.fetch, length, length * 2, length * 3);
    const results = await Array.fromAsync(batchesAt(api, { fetch }).results("bat_1"));
    expect(results.map(({ key }) => key)).toEqual(KEYS);
  }
});

test("a stream that ends before the batch is read again", async () => {
  await using api = await testApi(undefined, { overrides: [endedBatch(3)] });
  const results = await Array.fromAsync(batchesAt(api).results("bat_1"));
  expect(results.map(({ key }) => key)).toEqual(KEYS);
});

test("a signal ends the results without an error", async () => {
  await using api = await testApi(undefined, { overrides: [endedBatch()] });
  const left = new AbortController();
  const keys: string[] = [];
  for await (const { key } of batchesAt(api).results("bat_1", { signal: left.signal })) {
    keys.push(key);
    if (keys.length === 3) left.abort();
  }
  expect(keys.length).toBeLessThan(KEYS.length);
});

test("an error that does not pass is thrown", async () => {
  await using api = await testApi();
  const batches = batchesAt(api);
  await expect(Array.fromAsync(batches.results("bat_none"))).rejects.toMatchObject({
    status: expect.any(Number) as number,
  });
});
