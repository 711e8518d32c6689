import { DomainError, silentLogger } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import { createHandler } from "./index.ts";
import { BASE, testApi } from "./test-api.test-support.ts";

describe("every answer", () => {
  test("carries the caller's request id, or a new one", async () => {
    await using api = await testApi();
    const echoed = await api.call("GET", "/api/workspaces", { headers: { "x-request-id": "ci-42_a.b" } });
    expect(echoed.headers.get("x-request-id")).toBe("ci-42_a.b");
    for (const id of ["a b", "x".repeat(129), "<script>", "é"]) {
      const { headers } = await api.call("GET", "/api/workspaces", { headers: { "x-request-id": id } });
      expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test("is neither kept nor sniffed", async () => {
    await using api = await testApi();
    const { headers } = await api.call("GET", "/api/workspaces");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("that is a problem says what, why and where to read on", async () => {
    await using api = await testApi({ handler: { prefix: "/agents" } });
    const { status, headers, json } = await api.call("GET", "/agents/api/workspaces/ws_none", {
      headers: { "x-request-id": "r1" },
    });
    expect(status).toBe(404);
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(json).toEqual({
      type: "/agents/api/docs/errors#not_found",
      title: "Not found",
      status: 404,
      detail: "There is no such workspace.",
      code: "not_found",
      request_id: "r1",
    });
  });
});

describe("a failure that nobody foresaw", () => {
  const broken = new Error("SQLITE_CORRUPT at /var/lib/secret.db");

  test("is answered without a word of it, and logged with the request id", async () => {
    await using api = await testApi();
    const service = {
      ...api.service,
      workspaces: { ...api.service.workspaces, list: () => Promise.reject(broken) },
    };
    const logged: object[] = [];
    const handler = createHandler(service, {
      logger: { ...silentLogger, error: (fields) => void logged.push(fields) },
    });
    const request = new Request(`${BASE}/api/workspaces`, {
      headers: { authorization: `Bearer ${api.token}`, "x-request-id": "r2" },
    });
    const response = await handler(request);
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code: "internal", request_id: "r2", status: 500 });
    expect(text).not.toMatch(/SQLITE|secret|\.ts|at /);
    expect(logged).toEqual([{ request_id: "r2", error: broken }]);
  });

  test("in a host's own authenticate is answered the same way", async () => {
    await using api = await testApi({ handler: { authenticate: () => Promise.reject(broken) } });
    expect((await api.call("GET", "/api/workspaces")).json).toMatchObject({ code: "internal" });
  });
});

describe("a path", () => {
  test("that nothing has is 404 to a caller with a credential and 401 to others", async () => {
    await using api = await testApi();
    for (const path of ["/", "/api", "/api/nothing", "/api/workspaces/", "/api//workspaces", "/admin.php"]) {
      expect((await api.call("GET", path)).json).toMatchObject({ status: 404, code: "not_found" });
      expect((await api.call("GET", path, { token: "" })).json).toMatchObject({ code: "unauthenticated" });
    }
  });

  test("outside the prefix is not served", async () => {
    await using api = await testApi({ handler: { prefix: "/agents" } });
    expect((await api.call("GET", "/agents/api/workspaces")).status).toBe(200);
    for (const path of ["/api/workspaces", "/agents-evil/api/workspaces", "/agentsapi/workspaces"]) {
      expect((await api.call("GET", path)).status).toBe(404);
    }
  });

  test("with another method is 405 with the methods that it takes", async () => {
    await using api = await testApi();
    const refused = await api.call("PATCH", "/api/workspaces");
    const { status, headers } = refused;
    expect([status, refused.as().code, headers.get("allow")]).toEqual([
      405,
      "method_not_allowed",
      "GET, HEAD, POST",
    ]);
    expect(refused.json).not.toHaveProperty("allow");
    expect((await api.call("OPTIONS", "/api/workspaces")).status).toBe(405);
    expect((await api.call("PURGE", "/api/workspaces", { token: "" })).status).toBe(401);
    const health = await api.call("POST", "/healthz", { token: "" });
    expect([health.status, health.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("has its parameters decoded once", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    expect((await api.call("GET", `/api/workspaces/${id.replace("_", "%5F")}`)).status).toBe(200);
    expect((await api.call("GET", "/api/workspaces/%ff")).json).toMatchObject({ code: "invalid_request" });
    expect((await api.call("GET", "/api/workspaces/a%2Fb")).json).toMatchObject({ code: "not_found" });
  });
});

describe("a JSON body", () => {
  const post = (type: string | null, body: BodyInit) => ({
    body,
    headers: type === null ? {} : { "content-type": type },
  });

  test("has to be said to be JSON in UTF-8", async () => {
    await using api = await testApi();
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/json; charset=latin1",
      "application/jsonp",
    ]) {
      const { json } = await api.call("POST", "/api/workspaces", post(type, '{"name":"x"}'));
      expect(json).toMatchObject({ status: 415, code: "unsupported_media_type" });
    }
    for (const [index, type] of [
      "application/json",
      "Application/JSON ; charset=UTF-8",
      'application/json;charset="utf-8"',
    ].entries()) {
      expect((await api.call("POST", "/api/workspaces", post(type, `{"name":"x${index}"}`))).status).toBe(
        201,
      );
    }
    const bytes = new TextEncoder().encode('{"name":"x"}');
    expect((await api.call("POST", "/api/workspaces", post(null, bytes))).status).toBe(415);
    expect((await api.call("POST", "/api/workspaces")).status).toBe(415);
  });

  test.each<[string, BodyInit]>([
    ["empty", ""],
    ["cut", "{"],
    ["with a comma too many", '{"name":"x",}'],
    ["with single quotes", "{'name':'x'}"],
    ["nested and cut", "[".repeat(50_000)],
    ["not UTF-8", new Uint8Array([0x22, 0xff, 0x22])],
  ])("that is malformed (%s) is refused", async (_, body) => {
    await using api = await testApi();
    const { json } = await api.call("POST", "/api/workspaces", post("application/json", body));
    expect(json).toMatchObject({ status: 400, code: "invalid_request" });
    expect((await api.call("GET", "/api/workspaces")).json).toEqual([]);
  });

  test("over its limit is refused, announced or not", async () => {
    await using api = await testApi({ handler: { limits: { jsonBytes: 100 } } });
    const long = JSON.stringify({ name: "x".repeat(100) });
    expect((await api.call("POST", "/api/workspaces", post("application/json", long))).json).toMatchObject({
      status: 413,
      code: "payload_too_large",
    });
    const unannounced = new Blob([long]).stream();
    expect((await api.call("POST", "/api/workspaces", post("application/json", unannounced))).status).toBe(
      413,
    );
    expect((await api.call("GET", "/api/workspaces")).json).toEqual([]);
  });

  test("may begin with a byte order mark, and of two equal keys the last counts", async () => {
    await using api = await testApi();
    const body = '\ufeff{"name":"first","name":"second"}';
    expect((await api.call("POST", "/api/workspaces", post("application/json", body))).as().name).toBe(
      "second",
    );
  });
});

describe("a query", () => {
  test("with an unknown parameter is refused on every route", async () => {
    await using api = await testApi();
    for (const path of ["/api/workspaces?serach=x", "/healthz?x", "/api/auth/me?verbose=1"]) {
      expect((await api.call("GET", path)).json).toMatchObject({ status: 400, code: "invalid_request" });
    }
  });
});

describe("the Host header", () => {
  const handler = { allowedHosts: ["agents.test"], publicUrl: "https://public.test" };
  const get = (path: string, host: string) => [path, { headers: { host } }] as const;

  test("has to name this instance, except for health", async () => {
    await using api = await testApi({ handler });
    for (const host of [
      "agents.test",
      "AGENTS.test:1234",
      "public.test",
      "localhost:8787",
      "127.0.0.1",
      "[::1]:1",
    ]) {
      expect((await api.call("GET", ...get("/api/workspaces", host))).status).toBe(200);
    }
    for (const host of ["evil.test", "agents.test.evil.test"]) {
      expect((await api.call("GET", ...get("/api/workspaces", host))).json).toMatchObject({
        status: 421,
        code: "misdirected_host",
      });
      expect((await api.call("GET", ...get("/sign-in", host))).status).toBe(421);
      expect((await api.call("GET", ...get("/healthz", host))).status).toBe(200);
      expect((await api.call("GET", ...get("/readyz", host))).status).toBe(200);
    }
  });

  test("is not judged where the host says nothing, but has to be one", async () => {
    await using api = await testApi();
    expect((await api.call("GET", ...get("/api/workspaces", "anything.test"))).status).toBe(200);
    expect((await api.call("GET", ...get("/api/workspaces", "a/b"))).status).toBe(421);
  });
});

describe("cross-origin requests", () => {
  const foreign = { origin: "https://evil.test" };
  const asks = { "access-control-request-method": "POST" };

  test("get no header that lets a page read the answer", async () => {
    await using api = await testApi({ handler: { corsOrigins: ["https://app.test"] } });
    for (const method of ["GET", "OPTIONS"]) {
      const { headers } = await api.call(method, "/api/workspaces", { headers: { ...foreign, ...asks } });
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  test("of a configured origin may read, and are asked about without a credential", async () => {
    await using api = await testApi({ handler: { corsOrigins: ["https://app.test/"] } });
    const headers = { origin: "https://app.test" };
    const read = await api.call("GET", "/api/workspaces", { headers });
    expect(read.headers.get("access-control-allow-origin")).toBe("https://app.test");
    expect(read.headers.get("access-control-allow-credentials")).toBeNull();
    expect(read.headers.get("vary")).toBe("origin");
    const asked = await api.call("OPTIONS", "/api/workspaces", {
      token: "",
      headers: { ...headers, ...asks },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-methods")).toContain("PUT");
    const listed = (name: string, { headers }: typeof asked) => headers.get(name)?.split(", ");
    expect(listed("access-control-allow-headers", asked)).toEqual(
      expect.arrayContaining(["Authorization", "Range", "If-Range", "If-Modified-Since", "Traceparent"]),
    );
    expect(listed("access-control-expose-headers", read)).toEqual(
      expect.arrayContaining(["Content-Range", "Content-Disposition", "WWW-Authenticate", "X-Request-Id"]),
    );
    const refused = await api.call("GET", "/api/workspaces", { token: "", headers });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([
      401,
      "https://app.test",
    ]);
  });
});

test("options that nothing could be served with are refused at once", async () => {
  await using api = await testApi();
  for (const prefix of ["agents", "/a b", "/a/../b", "/ü"]) {
    expect(() => createHandler(api.service, { prefix })).toThrow(TypeError);
  }
  expect(() => createHandler(api.service, { publicUrl: "not a url" })).toThrow(TypeError);
});

test("an error of another copy of core is recognised", async () => {
  await using api = await testApi();
  const foreign = Object.assign(new DomainError("queue_full", "Full.", { retryAfter: 1.2 }), {});
  const service = {
    ...api.service,
    workspaces: { ...api.service.workspaces, list: () => Promise.reject(foreign) },
  };
  const handler = createHandler(service, {});
  const response = await handler(
    new Request(`${BASE}/api/workspaces`, { headers: { authorization: `Bearer ${api.token}` } }),
  );
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "2"]);
});
