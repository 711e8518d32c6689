import type { ServerResponse } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { McpConnection } from "@workspace-agent/core/ports";
import { expect, it, onTestFinished } from "vitest";
import { mcpConnector } from "./mcp-connector.ts";
import { greets, rawServer, sendJson } from "./raw-server.test-support.ts";

const MEBIBYTE = 1_048_576;
const never = new AbortController().signal;

async function connect(port: number): Promise<McpConnection> {
  const target = { type: "http", url: `http://127.0.0.1:${port}/`, headers: {} } as const;
  const options = { signal: never, onToolsChanged: () => {} };
  const connection = await mcpConnector({ allowPrivate: true }).connect(target, options);
  onTestFinished(() => connection.close());
  return connection;
}

const call = (connection: McpConnection) =>
  connection.callTool("a", {}, { signal: never, onProgress: () => {} });

/** Collects garbage first. */
function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
  setFlagsFromString("--no-expose-gc");
  return process.memoryUsage().heapUsed;
}

it("a connection retains no results", async () => {
  const { port } = await rawServer((asked, response) => {
    const content = [{ type: "text", text: "x".repeat(MEBIBYTE) }];
    if (!greets(asked, response)) sendJson(response, { jsonrpc: "2.0", id: asked.id, result: { content } });
  });
  const connection = await connect(port);
  const before = heapInUse();
  for (let count = 0; count < 16; count++) await call(connection);
  expect(heapInUse() - before).toBeLessThan(8 * MEBIBYTE);
});

it("a connection is closed after a message beside the calls that is too long, and sends no more", async () => {
  const { promise: streaming, resolve } = Promise.withResolvers<ServerResponse>();
  let calls = 0;
  const { port } = await rawServer(
    (asked, response) => {
      if (!greets(asked, response)) calls += 1;
    },
    "127.0.0.1",
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      resolve(response);
    },
  );
  const connection = await connect(port);
  (await streaming).write(`data: ${"x".repeat(17 * MEBIBYTE)}`);
  await connection.closed;
  await expect(call(connection)).rejects.toMatchObject({ kind: "not_run" });
  expect(calls).toBe(0);
});
