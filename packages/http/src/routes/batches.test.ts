import { memoryObjects } from "@workspace-agent/core/memory";
import type { BatchResult } from "@workspace-agent/core/schemas";
import { describe, expect, test } from "vitest";
import { nextPage, testApi, type TestApi, type TestApiOptions } from "../test-api.test-support.ts";
import { until } from "../until.test-support.ts";
import { cut, linesOf, NDJSON, ndjson } from "./batches.test-support.ts";

const item = (key: string) => ({ key, message: `Do ${key}.` });

/** The address of a batch of these items. */
async function made(api: TestApi, ...keys: readonly string[]): Promise<string> {
  const answer = await api.call("POST", "/api/batches", { json: { items: keys.map(item) } });
  expect(answer).toMatchObject({ status: 202, json: { counts: { queued: keys.length } } });
  return answer.headers.get("location") ?? "";
}

/** A host whose items end when the test says so. */
function held(): { readonly options: TestApiOptions; readonly open: () => void } {
  let open = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  const script: TestApiOptions["script"] = async () => {
    await isOpen;
    return { text: "done" };
  };
  return { options: { script }, open };
}

async function ended(api: TestApi, path: string): Promise<void> {
  const { value } = await api.passTime(api.call("GET", `${path}?wait=60`));
  expect(value.as().status).toMatch(/completed|cancelled/);
}

describe("a batch as JSON", () => {
  test("is accepted, runs, and has a result for each item", async () => {
    await using api = await testApi();
    const path = await made(api, "a", "b");
    await ended(api, path);
    expect((await api.call("GET", path)).json).toMatchObject({
      status: "completed",
      concurrency: 4,
      counts: { queued: 0, running: 0, succeeded: 2, failed: 0, cancelled: 0 },
    });
    const results = await api.call("GET", `${path}/results`);
    expect(results.headers.get("content-type")).toBe("application/x-ndjson");
    const lines = linesOf<BatchResult>(results.text);
    expect(lines.map(({ key }) => key).sort()).toEqual(["a", "b"]);
    expect(lines[0]).toMatchObject({ status: "succeeded", final_message: "done", error: null });
  });

  test("is accepted once for a key", async () => {
    await using api = await testApi();
    const asked = { headers: { "idempotency-key": "k" }, json: { items: [item("a")] } };
    const first = await api.call("POST", "/api/batches", asked);
    const again = await api.call("POST", "/api/batches", asked);
    expect(again).toMatchObject({ status: 202, json: { id: first.as().id } });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const other = await api.call("POST", "/api/batches", { ...asked, json: { items: [item("b")] } });
    expect(other.as().code).toBe("idempotency_key_reused");
  });

  test("is listed page by page, newest first", async () => {
    await using api = await testApi();
    await made(api, "a");
    await api.clock.advance(10);
    await made(api, "a", "b");
    const page = await api.call("GET", "/api/batches?limit=1");
    expect(page.json).toMatchObject([{ counts: expect.objectContaining({}) as unknown }]);
    expect((await api.call("GET", nextPage(page) ?? "")).as<readonly unknown[]>()).toHaveLength(1);
  });

  test.for([
    ["without items", {}, "#/items"],
    ["with a wrong head", { concurrency: 0, items: [item("a")] }, "#/concurrency"],
    ["with a wrong item", { items: [item("a"), { key: "" }] }, "#/items/1/key"],
    ["with a key twice", { items: [item("a"), item("a")] }, "#/items/1/key"],
    ["with an item without a message", { items: [{ key: "a" }] }, "#/items/0/message"],
    ["that is no object", [], "#"],
  ] as const)("%s is refused", async ([, json, pointer]) => {
    await using api = await testApi();
    const refused = await api.call("POST", "/api/batches", { json });
    expect([refused.status, refused.as().code]).toEqual([400, "invalid_request"]);
    expect(refused.as().errors[0]?.pointer).toBe(pointer);
    expect((await api.call("GET", "/api/batches")).json).toEqual([]);
  });

  test("of another media type is refused", async () => {
    await using api = await testApi();
    const refused = await api.call("POST", "/api/batches", {
      headers: { "content-type": "text/csv" },
      body: "a",
    });
    expect([refused.status, refused.as().code]).toEqual([415, "unsupported_media_type"]);
  });
});

describe("a batch with the files of a snapshot", () => {
  async function withSnapshot(options: TestApiOptions = {}) {
    const api = await testApi({ ...options, service: { objects: memoryObjects() } });
    const { id } = await api.createWorkspace();
    const path = `/api/workspaces/${id}`;
    await api.call("PUT", `${path}/agent/files?path=a.txt`, { body: "one" });
    const snapshot = (await api.call("POST", `${path}/snapshots`)).as<{ readonly id: string }>();
    return { api, path: `${path}/snapshots/${snapshot.id}`, defaults: { snapshot_id: snapshot.id } };
  }

  test("gives them to each item, and the snapshot stays until it has ended", async () => {
    const { options, open } = held();
    const { api: opened, path, defaults } = await withSnapshot(options);
    await using api = opened;
    const body = ndjson({ defaults }, item("a"), item("b"));
    const made = await api.call("POST", "/api/batches", { headers: NDJSON, body });
    expect(made).toMatchObject({ status: 202, json: { defaults } });
    const refused = await api.call("DELETE", path);
    expect([refused.status, refused.as().code]).toEqual([409, "in_use"]);
    open();
    const batch = made.headers.get("location") ?? "";
    await ended(api, batch);
    const results = linesOf<BatchResult>((await api.call("GET", `${batch}/results`)).text);
    expect(results.map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
    for (const { workspace_id } of results) {
      const file = await api.call("GET", `/api/workspaces/${workspace_id ?? ""}/agent/files?path=a.txt`);
      expect(file.text).toBe("one");
    }
    expect((await api.call("DELETE", path)).status).toBe(204);
  });

  test.for([
    ["that nobody has", { snapshot_id: "snp_none" }],
    ["and a template", { template: "t", snapshot_id: "snp_none" }],
    ["whose id is no text", { snapshot_id: 5 }],
  ])("%s is refused", async ([, defaults]) => {
    await using api = (await withSnapshot()).api;
    const refused = await api.call("POST", "/api/batches", { json: { defaults, items: [item("a")] } });
    expect([refused.status, refused.as().code]).toEqual([400, "invalid_request"]);
    expect(refused.as().errors[0]?.pointer).toBe("#/defaults/snapshot_id");
    expect((await api.call("GET", "/api/batches")).json).toEqual([]);
  });
});

describe("a batch as lines", () => {
  const post = async (api: TestApi, body: BodyInit, headers = {}) =>
    await api.call("POST", "/api/batches", { headers: { ...NDJSON, ...headers }, body });

  test.for([1, 3, 7, 1000])("arrives whole in chunks of %i bytes", async (size) => {
    await using api = await testApi();
    const items = [item("ä"), item("東京"), item("c")];
    const answer = await post(api, cut(ndjson({ name: "café" }, ...items), size));
    expect(answer).toMatchObject({ status: 202, json: { name: "café", counts: { queued: 3 } } });
    const path = answer.headers.get("location") ?? "";
    await ended(api, path);
    const { text } = await api.call("GET", `${path}/results`);
    expect(
      linesOf<BatchResult>(text)
        .map(({ key }) => key)
        .sort(),
    ).toEqual(["c", "ä", "東京"]);
  });

  test("may have more items than one as JSON", async () => {
    await using api = await testApi();
    const items = Array.from({ length: 1_500 }, (_, index) => item(`item ${index}`));
    const answer = await post(api, ndjson({}, ...items));
    expect(answer).toMatchObject({ status: 202, json: { counts: { queued: 1_500 } } });
    await api.call("POST", `${answer.headers.get("location") ?? ""}/cancel`);
  });

  const long = JSON.stringify({ key: "a", message: "x".repeat(9 * 1024 * 1024) });

  test.for([
    ["an item that is not JSON", ndjson({}, item("a")) + "{\n", 400, "#/items/1"],
    ["an item that is too long", `${ndjson({}, item("a"))}${long}\n${ndjson(item("b"))}`, 413, "#/items/1"],
    [
      "a wrong item after blank lines",
      `${ndjson({})}\n\n${ndjson(item("a"), { key: 5 })}`,
      400,
      "#/items/1/key",
    ],
    ["a key twice", ndjson({}, item("a"), item("b"), item("a")), 400, "#/items/2/key"],
    ["no items", ndjson({}), 400, "#/items"],
    ["a wrong head", ndjson({ concurrency: 0 }, item("a")), 400, "#/concurrency"],
    ["a head with an unknown field", ndjson({ items: [] }, item("a")), 400, "#/items"],
    ["a head that is no object", ndjson("head", item("a")), 400, "#"],
    ["a head that is not JSON", `{\n${ndjson(item("a"))}`, 400, "#"],
    ["a head that is too long", `"${long}\n`, 413, "#"],
    ["nothing", "", 400, "#"],
    ["nothing but blank lines", "\n \n", 400, "#"],
  ] as const)("with %s is refused, and nothing is accepted", async ([, body, status, pointer]) => {
    await using api = await testApi();
    const refused = await post(api, body);
    const code = status === 413 ? "payload_too_large" : "invalid_request";
    expect([refused.status, refused.as().code]).toEqual([status, code]);
    expect(refused.as().errors[0]?.pointer).toBe(pointer);
    expect((await api.call("GET", "/api/batches")).json).toEqual([]);
  });

  test("whose connection breaks is not accepted, and is no failure of the service", async () => {
    await using api = await testApi();
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(ndjson({}, item("a"))));
        controller.error(new Error("The caller is gone."));
      },
    });
    expect((await post(api, broken)).status).toBe(500);
    expect((await api.call("GET", "/api/batches")).json).toEqual([]);
    expect(api.logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("is accepted once for a key, which stands for its head and its items", async () => {
    await using api = await testApi();
    const key = { "idempotency-key": "k" };
    const first = await post(api, ndjson({ name: "n" }, item("a")), key);
    const again = await post(api, ndjson({ name: "n" }, item("a")), key);
    expect(again).toMatchObject({ status: 202, json: { id: first.as().id } });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const other = await post(api, ndjson({ name: "n" }, item("b")), key);
    expect(other).toMatchObject({ status: 422, json: { code: "idempotency_key_reused" } });
  });
});

describe("a batch that runs", () => {
  test("is waited for", async () => {
    const { options, open } = held();
    await using api = await testApi(options);
    const path = await made(api, "a");
    const early = await api.passTime(api.call("GET", `${path}?wait=2`));
    expect(early.value.json).toMatchObject({ status: "running", counts: { running: 1 } });
    expect(early.seconds).toBeGreaterThanOrEqual(2);
    const waiting = api.passTime(api.call("GET", `${path}?wait=60`));
    open();
    expect((await waiting).value.json).toMatchObject({ status: "completed" });
    expect((await api.call("GET", `${path}?wait=61`)).as().code).toBe("invalid_request");
  });

  test("is cancelled", async () => {
    await using api = await testApi({ script: () => ({ text: "never", stall: true }) });
    const path = await made(api, "a", "b", "c", "d", "e");
    await until(async () => {
      await api.clock.advance(1_000);
      return (await api.call("GET", path)).as<{ counts: { running: number } }>().counts.running === 4;
    });
    expect((await api.call("POST", `${path}/cancel`)).status).toBe(200);
    await ended(api, path);
    expect((await api.call("GET", path)).json).toMatchObject({
      status: "cancelled",
      stop_reason: "cancelled",
      counts: { cancelled: 5 },
    });
    expect((await api.call("POST", `${path}/cancel`)).json).toMatchObject({ status: "cancelled" });
  });

  test("is unknown to others", async () => {
    await using api = await testApi();
    const path = await made(api, "a");
    const token = await api.foreignToken();
    for (const [method, address] of [
      ["GET", path],
      ["GET", `${path}/results`],
      ["GET", `${path}/results?follow=true`],
      ["POST", `${path}/cancel`],
    ] as const) {
      const refused = await api.call(method, address, { token });
      expect([refused.status, refused.as().code]).toEqual([404, "not_found"]);
    }
    expect((await api.call("GET", "/api/batches", { token })).json).toEqual([]);
  });

  test("needs the scope chat", async () => {
    await using api = await testApi();
    const path = await made(api, "a");
    const token = await api.createToken({ scopes: ["workspaces:read", "workspaces:write"] });
    expect((await api.call("GET", path, { token })).as().code).toBe("insufficient_scope");
  });
});

test("batches are counted as messages to agents", async () => {
  await using api = await testApi({ service: { rateLimits: { turns: { limit: 1, windowSeconds: 60 } } } });
  await made(api, "a");
  const refused = await api.call("POST", "/api/batches", { json: { items: [item("a")] } });
  expect([refused.status, refused.as().code]).toEqual([429, "rate_limited"]);
});
