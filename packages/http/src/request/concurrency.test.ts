import { describe, expect, test } from "vitest";
import type { ModelScript } from "@workspace-agent/core/testing";
import { testApi, type Answered, type TestApi } from "../test-api.test-support.ts";
import { until } from "../until.test-support.ts";
import { watchers } from "../watchers.test-support.ts";

const stalls: ModelScript = () => ({ text: "never", stall: true });

const LIMITS = { streamsPerPrincipal: 2, waitsPerPrincipal: 2, readsPerPrincipal: 2 };

const refusalOf = ({ json, headers }: Answered) => ({
  ...(json as object),
  after: headers.get("retry-after"),
});

const refused = (kind: string) =>
  expect.objectContaining({
    status: 429,
    code: "rate_limited",
    detail: `At most 2 requests of the kind \`${kind}\` at once.`,
    after: "1",
  }) as unknown;

async function running(options: Parameters<typeof testApi>[0] = {}) {
  const api = await testApi({ script: stalls, handler: { limits: LIMITS }, ...options });
  const { id } = await api.createWorkspace();
  const path = `/api/workspaces/${id}`;
  const { session_id } = (await api.chat(id, { mode: "async" })).as();
  return {
    api,
    id,
    path,
    session: `${path}/sessions/${session_id}`,
    [Symbol.asyncDispose]: async () => await api[Symbol.asyncDispose](),
  };
}

const sessionsOf = async (api: TestApi, path: string) =>
  (await api.call("GET", `${path}/sessions`)).as<readonly unknown[]>().length;

describe("the streams of a principal", () => {
  test("are limited, those of its chats among them, and another principal has its own", async () => {
    await using setup = await running();
    const { api, id, path, session } = setup;
    const events = () => api.fetch("GET", `${session}/events`);
    const open = [await events(), await api.fetch("POST", `${path}/chat`, { json: { message: "Go" } })];
    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    const before = await sessionsOf(api, path);
    expect(refusalOf(await api.call("GET", `${session}/events`))).toEqual(refused("streams"));
    expect(refusalOf(await api.chat(id, { mode: "stream" }))).toEqual(refused("streams"));
    expect(await sessionsOf(api, path)).toBe(before);
    const page = await api.call("GET", `${session}/events`, { headers: { accept: "application/json" } });
    expect(page.status).toBe(200);
    const other = await api.fetch("GET", `${session}/events`, { token: await api.createToken() });
    expect(other.status).toBe(200);
    for (const { body } of [...open, other]) await body?.cancel();
  });

  test("count until they end, or their reader leaves", async () => {
    await using setup = await running();
    const { api, session } = setup;
    for (let round = 0; round < 3; round++) {
      const open = await Promise.all([1, 2].map(() => api.fetch("GET", `${session}/events`)));
      expect(open.map(({ status }) => status)).toEqual([200, 200]);
      for (const { body } of open) await body?.cancel();
    }
    for (let round = 0; round < 3; round++) {
      const ended = await Promise.all([1, 2].map(() => api.call("GET", `${session}/events?follow=false`)));
      expect(ended.map(({ status }) => status)).toEqual([200, 200]);
    }
  });
});

test("the waits of a principal are limited, and count until they are answered", async () => {
  await using setup = await running();
  const { api, id, session } = setup;
  const pending = [1, 2].map(() => api.call("GET", `${session}?wait=30`));
  await until(async () => (await watchers(api)) === 2);
  for (const path of [`${session}?wait=1`, `${session}/turns/turn_none?wait=1`])
    expect(refusalOf(await api.call("GET", path))).toEqual(refused("waits"));
  expect(refusalOf(await api.chat(id))).toEqual(refused("waits"));
  expect((await api.call("GET", session)).status).toBe(200);
  expect((await api.call("GET", `${session}?wait=0`)).status).toBe(200);
  await api.passTime(Promise.all(pending));
  const { value } = await api.passTime(api.call("GET", `${session}?wait=1`));
  expect(value.status).toBe(200);
});

test("the reads of a principal are limited, and count until they are sent", async () => {
  await using setup = await running();
  const { api, path, session } = setup;
  await api.call("PUT", `${path}/agent/files?path=a`, { body: "x" });
  const reads = [
    `${path}/agent/files?path=a`,
    `${path}/agent/dirs/zip`,
    `${path}/agent/dirs`,
    `${session}/transcript`,
    `${session}/export`,
    `${session}/changes`,
    `${path}/messages?session_id=${session.split("/").at(-1)}`,
  ];
  for (const read of reads) expect((await api.call("GET", read)).status).toBe(200);
  for (const read of reads) expect((await api.call("HEAD", read)).status).toBe(200);
  expect((await api.call("GET", `${path}/agent/files?path=none`)).status).toBe(404);
  const open = await Promise.all([1, 2].map(() => api.fetch("GET", reads[0] ?? "")));
  for (const read of reads) expect(refusalOf(await api.call("GET", read))).toEqual(refused("reads"));
  const lines = { headers: { accept: "application/x-ndjson" } };
  expect(refusalOf(await api.call("GET", "/api/prompts", lines))).toEqual(refused("reads"));
  expect((await api.call("GET", "/api/prompts")).status).toBe(200);
  for (const response of open) expect(await response.text()).toBe("x");
  expect((await api.call("GET", reads[0] ?? "")).status).toBe(200);
});
