import { describe, expect, test } from "vitest";
import { testApi, type TestApi } from "../test-api.test-support.ts";

const headersOf = ({ headers }: { readonly headers: Headers }) => [
  headers.get("ratelimit"),
  headers.get("ratelimit-policy"),
];

const make = (api: TestApi, name: string, token?: string) =>
  api.call("POST", "/api/workspaces", { json: { name }, ...(token === undefined ? {} : { token }) });

describe("a request that changes something", () => {
  test("announces the limit and what is left of it, in an error too", async () => {
    await using api = await testApi();
    expect(headersOf(await make(api, "a"))).toEqual([`"writes";r=59999;t=60`, `"writes";q=60000;w=60`]);
    await api.clock.advance(18_000);
    const refused = await api.call("POST", "/api/workspaces", { json: { name: 1 } });
    expect(refused.status).toBe(400);
    expect(headersOf(refused)).toEqual([`"writes";r=59998;t=42`, `"writes";q=60000;w=60`]);
    const missing = await api.call("DELETE", "/api/workspaces/ws_none");
    expect([missing.status, missing.headers.get("ratelimit")]).toEqual([404, `"writes";r=59997;t=42`]);
  });

  test("is refused beyond the limit, before anything else is done, until the window ends", async () => {
    await using api = await testApi({ service: { rateLimits: { writes: { limit: 2, windowSeconds: 30 } } } });
    await make(api, "a");
    await make(api, "b");
    await api.clock.advance(1_500);
    const refused = await make(api, "c");
    expect(refused.json).toMatchObject({
      status: 429,
      code: "rate_limited",
      detail: "At most 2 requests of the kind `writes` in 30 seconds.",
    });
    expect(refused.headers.get("retry-after")).toBe("29");
    expect(headersOf(refused)).toEqual([`"writes";r=0;t=29`, `"writes";q=2;w=30`]);
    const unread = await api.call("POST", "/api/workspaces?unknown=1", { body: "not json" });
    expect(unread.status).toBe(429);
    expect((await api.call("GET", "/api/workspaces")).as<readonly unknown[]>()).toHaveLength(2);
    await api.clock.advance(28_500);
    expect((await make(api, "c")).status).toBe(201);
  });

  test("is counted for its own credential only", async () => {
    await using api = await testApi({ service: { rateLimits: { writes: { limit: 1, windowSeconds: 60 } } } });
    const other = await api.createToken();
    expect((await make(api, "a")).status).toBe(201);
    expect((await make(api, "b")).status).toBe(429);
    expect((await make(api, "b", other)).status).toBe(201);
    const browser = { cookie: api.cookie, json: { name: "c" } };
    expect((await api.call("POST", "/api/workspaces", browser)).status).toBe(201);
    expect((await api.call("POST", "/api/workspaces", browser)).status).toBe(429);
  });

  test("is not counted where it was not let in", async () => {
    await using api = await testApi({ service: { rateLimits: { writes: { limit: 1, windowSeconds: 60 } } } });
    const reader = await api.createToken({ scopes: ["workspaces:read"] });
    for (const token of [reader, "wrong"]) {
      const refused = await make(api, "a", token);
      expect([401, 403]).toContain(refused.status);
      expect(headersOf(refused)).toEqual([null, null]);
    }
    expect((await make(api, "a")).status).toBe(201);
  });

  test("announces nothing where the host has no limit", async () => {
    await using api = await testApi({ service: { rateLimits: { writes: null } } });
    expect(headersOf(await make(api, "a"))).toEqual([null, null]);
  });
});

test("reading is not counted", async () => {
  await using api = await testApi({ service: { rateLimits: { writes: { limit: 1, windowSeconds: 60 } } } });
  for (let index = 0; index < 5; index++) {
    const answer = await api.call("GET", "/api/workspaces");
    expect([answer.status, ...headersOf(answer)]).toEqual([200, null, null]);
  }
  expect((await make(api, "a")).status).toBe(201);
});

test("messages to agents have a limit of their own", async () => {
  await using api = await testApi({ service: { rateLimits: { turns: { limit: 1, windowSeconds: 60 } } } });
  const { id } = await api.createWorkspace();
  const chat = () => api.chat(id, { message: "hello", mode: "async" });
  const first = await chat();
  expect([first.status, ...headersOf(first)]).toEqual([202, `"turns";r=0;t=60`, `"turns";q=1;w=60`]);
  const second = await chat();
  expect([second.status, second.as().code]).toEqual([429, "rate_limited"]);
  expect((await make(api, "other")).status).toBe(201);
  const sessions = await api.call("GET", `/api/workspaces/${id}/sessions`);
  expect(sessions.as<readonly unknown[]>()).toHaveLength(1);
});
