import { describe, expect, test } from "vitest";
import type { McpCall, McpEndpoint } from "@workspace-agent/core";
import { testApi, type Asked, type TestApi } from "../test-api.test-support.ts";

const message = { jsonrpc: "2.0", id: 1, method: "ping" };

function endpoint(answer: (call: McpCall) => Promise<Response>): McpEndpoint {
  return { answer };
}

const echo = endpoint(async ({ request, principal }) =>
  Response.json({ asked: JSON.parse(await request.text()) as unknown, kind: principal.kind }),
);

const post = async (api: TestApi, asked: Asked = {}) =>
  await api.call("POST", "/mcp", { json: message, ...asked });

describe("/mcp", () => {
  test("hands the message and who sent it to the endpoint", async () => {
    await using api = await testApi({ handler: { mcp: echo } });
    const { status, json, headers } = await post(api, { headers: { "x-request-id": "mine" } });
    expect([status, json]).toEqual([200, { asked: message, kind: "token" }]);
    expect([headers.get("x-request-id"), headers.get("cache-control")]).toEqual(["mine", "no-store"]);
    expect(headers.get("ratelimit")).toBeNull();
  });

  test("is nothing where the host mounted none, and follows the prefix where it did", async () => {
    await using none = await testApi();
    expect((await post(none)).status).toBe(404);
    await using api = await testApi({ handler: { mcp: echo, prefix: "/agents" } });
    expect((await api.call("POST", "/agents/mcp", { json: message })).status).toBe(200);
    expect((await post(api)).status).toBe(404);
  });

  test("needs a credential that holds", async () => {
    await using api = await testApi({ handler: { mcp: echo } });
    const without = await post(api, { token: "" });
    expect([without.status, without.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    const wrong = await post(api, { token: "wat_wrong" });
    expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
    expect((await post(api, { cookie: api.cookie })).json).toMatchObject({ kind: "user" });
  });

  test("takes POST alone", async () => {
    await using api = await testApi({ handler: { mcp: echo } });
    for (const method of ["GET", "DELETE"]) {
      const { status, headers } = await api.call(method, "/mcp");
      expect([status, headers.get("allow")]).toEqual([405, "POST"]);
    }
  });

  test("refuses the pages of other origins, whatever they bring", async () => {
    await using api = await testApi({
      handler: { mcp: echo, publicUrl: "https://agents.test", corsOrigins: ["https://app.test"] },
    });
    for (const [origin, status] of [
      ["https://evil.test", 403],
      ["null", 403],
      ["https://agents.test", 200],
      ["http://127.0.0.1:8787", 200],
      ["https://app.test", 200],
    ] as const)
      expect((await post(api, { headers: { origin } })).status, origin).toBe(status);
  });

  test("refuses hosts that it does not answer for", async () => {
    await using api = await testApi({ handler: { mcp: echo, allowedHosts: [] } });
    expect((await post(api, { headers: { host: "rebound.test" } })).status).toBe(421);
  });

  test("takes as much as a chat does", async () => {
    await using api = await testApi({ handler: { mcp: echo, limits: { jsonBytes: 10, chatBytes: 100 } } });
    expect((await post(api)).status).toBe(200);
    expect((await post(api, { json: { ...message, id: "x".repeat(100) } })).status).toBe(413);
  });

  test("permits what a route of that access would, for the credential as it is now", async () => {
    const access = { access: "chat", workspaceId: null, rateLimit: "turns" } as const;
    const permitted = endpoint(async (call) => {
      await call.permit(access);
      return new Response(null, { status: 202 });
    });
    await using api = await testApi({
      handler: { mcp: permitted },
      service: { rateLimits: { turns: { limit: 1, windowSeconds: 60 } } },
    });
    const reader = await api.createToken({ scopes: ["files:read"] });
    expect((await post(api, { token: reader })).as().code).toBe("insufficient_scope");
    const first = await post(api);
    expect([first.status, first.headers.get("ratelimit")]).toEqual([202, '"turns";r=0;t=60']);
    expect((await post(api)).as().code).toBe("rate_limited");
  });

  test("streams what the endpoint streams, and tells it when the caller goes away", async () => {
    const { promise: left, resolve } = Promise.withResolvers<undefined>();
    const streaming = endpoint(async ({ request }) => {
      request.signal.addEventListener("abort", () => resolve(undefined));
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(": hello\n\n")),
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    });
    await using api = await testApi({ handler: { mcp: streaming } });
    const caller = new AbortController();
    const answer = await api.handler(
      new Request("http://127.0.0.1:8787/mcp", {
        method: "POST",
        headers: { authorization: `Bearer ${api.token}`, "content-type": "application/json" },
        body: JSON.stringify(message),
        signal: caller.signal,
      }),
    );
    expect(answer.headers.get("x-accel-buffering")).toBe("no");
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(": hello\n\n");
    caller.abort();
    await left;
  });

  test("tells nothing of what broke inside", async () => {
    const broken = endpoint(() => Promise.reject(new Error("secret")));
    await using api = await testApi({ handler: { mcp: broken } });
    const { status, text } = await post(api);
    expect(status).toBe(500);
    expect(text).not.toContain("secret");
  });
});
