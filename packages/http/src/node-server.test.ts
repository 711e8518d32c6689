import { systemClock } from "@workspace-agent/core";
import type { ModelScript } from "@workspace-agent/core/testing";
import { request as nodeRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { nodeServer, problemIn, type NodeServer } from "./node-server.test-support.ts";
import { parseEvents, readUntil } from "./sse-reader.test-support.ts";
import { testApi, type TestApi } from "./test-api.test-support.ts";
import { until } from "./until.test-support.ts";
import { watchers } from "./watchers.test-support.ts";

const stalls: ModelScript = () => ({ text: "never", stall: true });

const auth = (api: TestApi) => ({ authorization: `Bearer ${api.token}` });

function chat(
  server: NodeServer,
  api: TestApi,
  id: string,
  message: object,
  signal: AbortSignal | null = null,
) {
  return fetch(`${server.url}/api/workspaces/${id}/chat`, {
    method: "POST",
    headers: { ...auth(api), "content-type": "application/json" },
    body: JSON.stringify(message),
    signal,
  });
}

/** A request whose target is sent as it is. */
function rawRequest(server: NodeServer, api: TestApi, target: string, extra = ""): Promise<string> {
  return server.raw(
    `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${api.token}\r\nConnection: close\r\n${extra}\r\n`,
  );
}

describe("on a node:http server", () => {
  test("answers are plain HTTP with a length, and HEAD has no body", async () => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    await api.createWorkspace();
    const get = await fetch(`${server.url}/api/workspaces`, { headers: auth(api) });
    const text = await get.text();
    expect(get.headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
    const head = await server.raw(
      `HEAD /api/workspaces HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.token}\r\nConnection: close\r\n\r\n`,
    );
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(head).toContain(`content-length: ${Buffer.byteLength(text)}`);
    expect(head.split("\r\n\r\n")[1]).toBe("");
  });

  test("a cookie is set and an empty answer is empty", async () => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    const code = await api.service.signIn.issueCode();
    const answer = await fetch(`${server.url}/api/auth/sign-in`, {
      method: "POST",
      body: JSON.stringify({ code }),
      headers: { "content-type": "application/json" },
    });
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect(answer.headers.getSetCookie()).toHaveLength(1);
  });

  test.each([
    ["/api/../api/workspaces", 404, "not_found"],
    ["/api/%2e%2e/healthz", 404, "not_found"],
    ["/api\\workspaces", 404, "not_found"],
    ["//evil.test/api/workspaces", 404, "not_found"],
    ["*", 404, "not_found"],
    ["/api/workspaces#x", 400, "path_not_encoded"],
    ["/api/workspaces?search=%ff", 400, "invalid_request"],
    ["/api/workspaces?search=\xfc", 400, "path_not_encoded"],
    ["/api/w\xc3\xbc", 400, "path_not_encoded"],
    ["/api/workspaces?search=\x01", 400, "path_not_encoded"],
    ["/api/work spaces", 400, "invalid_request"],
  ])("the raw target %o is %d %s", async (target, status, code) => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    const { head, json } = problemIn(await rawRequest(server, api, target));
    expect(head).toContain(`http/1.1 ${status} `);
    expect(head).toContain("content-type: application/problem+json");
    expect(json).toMatchObject({ status, code, type: `/api/docs/errors#${code}` });
  });

  test("an absolute target counts by its own host", async () => {
    await using api = await testApi({ handler: { allowedHosts: [] } });
    await using server = await nodeServer(api.handler);
    expect(await rawRequest(server, api, `http://127.0.0.1:${server.port}/api/workspaces`)).toMatch(
      /^HTTP\/1\.1 200/,
    );
    expect(await rawRequest(server, api, "http://evil.test/api/workspaces")).toMatch(/^HTTP\/1\.1 421/);
  });

  test("headers that are too large are answered, not dropped", async () => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    const { json } = problemIn(
      await rawRequest(server, api, "/healthz", `X-Long: ${"x".repeat(20_000)}\r\n`),
    );
    expect(json).toMatchObject({ status: 400, code: "invalid_request" });
  });
});

describe("a body over its limit", () => {
  test("is answered while it is still being sent, without being kept", async () => {
    await using api = await testApi({ handler: { limits: { jsonBytes: 1000 } } });
    await using server = await nodeServer(api.handler);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = nodeRequest(`${server.url}/api/workspaces`, {
        method: "POST",
        headers: { ...auth(api), "content-type": "application/json", "transfer-encoding": "chunked" },
      });
      request.on("response", resolve);
      request.on("error", reject);
      const chunk = Buffer.alloc(65_536, "x");
      let sent = 0;
      const send = () => {
        while (sent++ < 2000) if (!request.write(chunk)) return void request.once("drain", send);
        request.end();
      };
      send();
    });
    expect(answer.statusCode).toBe(413);
    answer.resume();
  });

  test("is refused by its announced length before it is sent", async () => {
    await using api = await testApi({ handler: { limits: { fileBytes: 1000 } } });
    await using server = await nodeServer(api.handler);
    const { id } = await api.createWorkspace();
    const socket = await server.connect();
    const answer = new Promise<string>((resolve) =>
      socket.once("data", (data: Buffer) => resolve(data.toString())),
    );
    socket.write(
      `PUT /api/workspaces/${id}/agent/files?path=a HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.token}\r\nContent-Length: 5000000000\r\n\r\n`,
    );
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  test("leaves the connection good for the next request", async () => {
    await using api = await testApi({ handler: { limits: { jsonBytes: 10 } } });
    await using server = await nodeServer(api.handler);
    const socket = await server.connect();
    let received = "";
    socket.on("data", (data: Buffer) => (received += data.toString()));
    const body = `{"name":"${"x".repeat(100_000)}"}`;
    socket.write(
      `POST /api/workspaces HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    );
    await until(() => received.includes("payload_too_large"));
    socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
    await until(() => received.includes('{"status":"ok"}'));
    socket.destroy();
  });
});

describe("a file", () => {
  test("of 8 MiB passes up and down unharmed", async () => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    const { id } = await api.createWorkspace();
    const bytes = new Uint8Array(8 * 1024 * 1024).map((_, index) => index % 251);
    const url = `${server.url}/api/workspaces/${id}/agent/files?path=big.bin`;
    const put = await fetch(url, { method: "PUT", body: bytes, headers: auth(api) });
    expect(put.status).toBe(201);
    await put.text();
    const get = await fetch(url, { headers: auth(api) });
    expect(Buffer.compare(Buffer.from(await get.arrayBuffer()), Buffer.from(bytes))).toBe(0);
  });

  test("whose sender goes away half-way is not written", async () => {
    await using api = await testApi();
    const [begun, ended] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    await using server = await nodeServer((request: IncomingMessage, response: ServerResponse) => {
      begun.resolve(undefined);
      response.once("close", () => ended.resolve(undefined));
      api.handler(request, response);
    });
    const { id } = await api.createWorkspace();
    const path = `/api/workspaces/${id}/agent/files?path=a`;
    const socket = await server.connect();
    socket.write(
      `PUT ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.token}\r\nContent-Length: 1000\r\n\r\nhalf`,
    );
    await begun.promise;
    socket.destroy();
    await ended.promise;
    expect((await api.call("GET", path)).status).toBe(404);
    expect(api.logged.filter(({ level }) => level === "error")).toEqual([]);
  });
});

describe("an event stream", () => {
  test("comes event by event, not at its end", async () => {
    await using api = await testApi({ script: stalls });
    await using server = await nodeServer(api.handler);
    const { id } = await api.createWorkspace();
    const response = await chat(server, api, id, { message: "Go" });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const { events } = await readUntil(response, (stream) =>
      stream.events.some(({ event }) => event === "turn.started"),
    );
    expect(events.map(({ event }) => event)).toEqual(["turn.queued", "item.completed", "turn.started"]);
  });

  test("whose reader leaves is closed, and the turn continues", async () => {
    await using api = await testApi({ script: stalls });
    await using server = await nodeServer(api.handler);
    const { id } = await api.createWorkspace();
    const leave = new AbortController();
    const response = await chat(server, api, id, { message: "Go" }, leave.signal);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    const [queued] = parseEvents(new TextDecoder().decode(value)).events;
    await until(async () => (await watchers(api)) === 1);
    leave.abort();
    await reader.closed.catch(() => undefined);
    await until(async () => (await server.connections()) === 0);
    await until(async () => (await watchers(api)) === 0);
    await until(async () => {
      const [session] = (await api.call("GET", `/api/workspaces/${id}/sessions`)).as<{ status: string }[]>();
      return session?.status === "running";
    });
    expect(queued === undefined || queued.event === "turn.queued").toBe(true);
    expect(api.logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("with a reader that never reads holds back nobody", async () => {
    await using api = await testApi({ script: () => ({ text: "x".repeat(200_000), chunk: 100 }) });
    await using server = await nodeServer(api.handler);
    const { id } = await api.createWorkspace();
    const first = await api.chat(id, { message: "a" });
    const { session_id } = first.as();
    const wedged = await server.connect();
    wedged.pause();
    wedged.write(
      `GET /api/workspaces/${id}/sessions/${session_id}/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.token}\r\n\r\n`,
    );
    const other = fetch(`${server.url}/api/workspaces/${id}/sessions/${session_id}/events`, {
      headers: auth(api),
    });
    const reading = readUntil(
      await other,
      ({ events }) => events.filter(({ event }) => event === "turn.ended").length === 2,
    );
    const again = await api.chat(id, { message: "b", session_id });
    expect(again.as().status).toBe("completed");
    await reading;
    wedged.destroy();
  });
});

describe("a caller who waits and leaves", () => {
  test.each(["poll", "sync"])("(%s) ends its wait at once, and nothing is called a failure", async (kind) => {
    await using api = await testApi({ script: stalls, handler: { clock: systemClock } });
    await using server = await nodeServer(api.handler);
    const { id } = await api.createWorkspace();
    const accepted = await api.chat(id, { message: "x", mode: "async" });
    const leave = new AbortController();
    const { session_id } = accepted.as();
    const path = `/api/workspaces/${id}/sessions/${session_id}`;
    await until(async () => (await api.call("GET", path)).as().status === "running");
    const waiting =
      kind === "poll"
        ? fetch(`${server.url}${path}?wait=60`, { headers: auth(api), signal: leave.signal })
        : chat(server, api, id, { message: "y", mode: "sync", session_id }, leave.signal);
    waiting.catch(() => undefined);
    await until(async () => (await watchers(api)) === 1);
    leave.abort();
    await until(async () => (await watchers(api)) === 0);
    expect(api.logged.filter(({ level }) => level === "error")).toEqual([]);
  });
});
