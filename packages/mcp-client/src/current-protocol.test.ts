import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { mcpConnector } from "./mcp-connector.ts";

const never = new AbortController().signal;

/** A server of the protocol's revision of 2026, which has no sessions. */
async function currentServer() {
  const names = ["first"];
  const handler = createMcpHandler(
    () => {
      const server = new McpServer(
        { name: "current", version: "1" },
        { capabilities: { tools: { listChanged: true } }, instructions: "Be kind." },
      );
      for (const name of names)
        server.registerTool(name, { description: name }, () => ({ content: [{ type: "text", text: name }] }));
      return server;
    },
    { legacy: "reject" },
  );
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]);
      const hasBody = incoming.method !== "GET" && incoming.method !== "DELETE";
      const response = await handler.fetch(
        new Request(`http://127.0.0.1${incoming.url ?? "/"}`, {
          method: incoming.method ?? "GET",
          headers,
          ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: "half" }),
        }),
      );
      outgoing.writeHead(response.status, [...response.headers].flat());
      for await (const chunk of response.body ?? []) outgoing.write(chunk);
      outgoing.end();
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    await handler.close();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    add(name: string) {
      names.push(name);
      handler.notify.toolsChanged();
    },
  };
}

describe("a server of the current protocol", () => {
  it("is talked to in it, and tells that its tools have changed", async () => {
    const server = await currentServer();
    const { promise: changed, resolve } = Promise.withResolvers<undefined>();
    const connection = await mcpConnector({ allowPrivate: true }).connect(
      { type: "http", url: server.url, headers: {} },
      { signal: never, onToolsChanged: () => resolve(undefined) },
    );
    onTestFinished(() => connection.close());
    const listed = async () => (await connection.listTools({ signal: never })).map(({ name }) => name);
    expect(connection.instructions).toBe("Be kind.");
    expect(await listed()).toEqual(["first"]);
    expect(await connection.callTool("first", {}, { signal: never, onProgress: () => {} })).toEqual({
      content: [{ type: "text", text: "first" }],
      isError: false,
    });
    server.add("second");
    await changed;
    expect(await listed()).toEqual(["first", "second"]);
  });
});
