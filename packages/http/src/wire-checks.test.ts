import { describe, expect, test } from "vitest";
import { nodeServer, problemIn, type NodeServer } from "./node-server.test-support.ts";
import { testApi, type TestApi } from "./test-api.test-support.ts";

const lines = (...all: readonly string[]) => [...all, "", ""].join("\r\n");

describe("what node:http would refuse on its own, without a body that says why", () => {
  test.each([
    ["no Host", 400, "invalid_request", ["GET /api/workspaces HTTP/1.1", "Connection: close"]],
    [
      "two Hosts",
      400,
      "invalid_request",
      ["GET /healthz HTTP/1.1", "Host: a", "Host: b", "Connection: close"],
    ],
    [
      "the same Host twice",
      400,
      "invalid_request",
      ["GET /healthz HTTP/1.1", "Host: a", "host: a", "Connection: close"],
    ],
    [
      "another expectation",
      417,
      "expectation_failed",
      ["GET /healthz HTTP/1.1", "Host: a", "Expect: tea", "Connection: close"],
    ],
    [
      "another transfer coding",
      400,
      "invalid_request",
      [
        "POST /api/workspaces HTTP/1.1",
        "Host: a",
        "Transfer-Encoding: gzip, chunked",
        "Connection: close",
        "",
        "0",
      ],
    ],
    ["CONNECT", 405, "method_not_allowed", ["CONNECT a.test:443 HTTP/1.1", "Host: a.test:443"]],
  ])("%s is a problem", async (_, status, code, request) => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    const { head, json } = problemIn(await server.raw(lines(...request)));
    expect(head).toMatch(new RegExp(`^http/1\\.1 ${status} `));
    expect(head).toContain("content-type: application/problem+json");
    expect(head).toContain("connection: close");
    expect(json).toMatchObject({ status, code });
  });
});

/** The head of a request with a body that is not sent before it is asked for. */
function waiting(api: TestApi, target: string, more: readonly string[] = [], length = 5): string {
  return lines(
    `${target} HTTP/1.1`,
    "Host: a",
    `Authorization: Bearer ${api.token}`,
    "Expect: 100-continue",
    `Content-Length: ${length}`,
    ...more,
  );
}

/** All that came once it has the text. */
function received(socket: Awaited<ReturnType<NodeServer["connect"]>>) {
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return (part: string) => expect.poll(() => text).toContain(part);
}

describe("a body that waits to be asked for", () => {
  test("is asked for where it is read", async () => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    const { id } = await api.createWorkspace();
    const socket = await server.connect();
    const has = received(socket);
    socket.write(waiting(api, `PUT /api/workspaces/${id}/agent/files?path=a.txt`));
    await has("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write("hello");
    await has("HTTP/1.1 201 Created");
    // The connection goes on.
    socket.write(lines("GET /healthz HTTP/1.1", "Host: a"));
    await has("HTTP/1.1 200 OK");
    socket.destroy();
  });

  test.each([
    ["without a credential", 401, "PUT /api/workspaces/ID/agent/files?path=a", 5],
    ["where there is no such workspace", 404, "PUT /api/workspaces/ws_none/agent/files?path=a", 5],
    ["where there is nothing", 404, "PUT /api/nothing", 5],
    ["beyond the limit", 413, "POST /api/workspaces", 1_000_000_000],
  ])("is not asked for %s", async (_, status, target, length) => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    const { id } = await api.createWorkspace();
    const asked = waiting(api, target.replace("ID", id), ["Content-Type: application/json"], length);
    const raw = await server.raw(status === 401 ? asked.replace(/Bearer .*/, "Bearer none") : asked);
    expect(raw).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(raw.toLowerCase()).toContain("connection: close");
    expect(raw).not.toContain("100 Continue");
  });
});
