import type { ServerResponse } from "node:http";
import { McpError, type McpConnection } from "@workspace-agent/core/ports";
import { describe, expect, it, onTestFinished } from "vitest";
import { refusingPort } from "./everything-server.test-support.ts";
import { mcpConnector, type McpConnectorOptions } from "./mcp-connector.ts";
import { greets, rawServer, sendJson, type Answer } from "./raw-server.test-support.ts";

const MEBIBYTE = 1_048_576;
const SECRET = "Bearer canary-header-1";

async function connect(
  url: string,
  options: McpConnectorOptions = { allowPrivate: true },
  signal = new AbortController().signal,
): Promise<McpConnection> {
  const target = { type: "http", url, headers: { authorization: SECRET } } as const;
  const connection = await mcpConnector(options).connect(target, { signal, onToolsChanged: () => {} });
  onTestFinished(() => connection.close());
  return connection;
}

async function open(answer: Answer): Promise<McpConnection> {
  const { port } = await rawServer((asked, response, request) => {
    if (!greets(asked, response)) answer(asked, response, request);
  });
  return connect(`http://127.0.0.1:${port}/`);
}

const call = (connection: McpConnection, signal = new AbortController().signal) =>
  connection.callTool("a", {}, { signal, onProgress: () => {} });

/** What went wrong, and nothing of what was sent. */
async function failureOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((error: unknown) => error);
  if (!McpError.isInstance(error)) throw new Error("It did not fail.", { cause: error });
  expect(error.message).not.toContain("canary");
  return `${error.kind}: ${error.message}`;
}

/** Writes without end, as fast as it is read. */
function flood(response: ServerResponse, head: string): () => number {
  let written = 0;
  const block = Buffer.alloc(MEBIBYTE, "x");
  response.write(head);
  const write = () => {
    while (!response.destroyed && written < 1024) {
      written += 1;
      if (!response.write(block)) return;
    }
  };
  response.on("drain", write);
  write();
  return () => written;
}

describe("a server that answers a call", () => {
  it.each<[string, Answer, string]>([
    [
      "with text that is no JSON",
      (_, response) => sendText(response, "nonsense"),
      "failed: It answered in a form",
    ],
    [
      "with JSON that is no message",
      (_, response) => sendJson(response, { a: 1 }),
      "failed: It answered in a form",
    ],
    [
      "with a web page",
      (_, response) => sendText(response, "<html>", "text/html"),
      "failed: It answered in a form",
    ],
    [
      "with a result of another form",
      ({ id }, response) => sendJson(response, { jsonrpc: "2.0", id, result: { content: 5 } }),
      "failed: It answered in a form",
    ],
    [
      "with an error",
      ({ id }, response) =>
        sendJson(response, { jsonrpc: "2.0", id, error: { code: -32000, message: "no" } }),
      "failed: ",
    ],
    [
      "with an error of HTTP that repeats the header",
      repeats(500),
      "failed: It answered with the status 500.",
    ],
    [
      "with an error of any length, which is passed on completely",
      ({ id }, response) =>
        sendJson(response, {
          jsonrpc: "2.0",
          id,
          error: { code: -32000, message: `${"x".repeat(5_000)} end` },
        }),
      `${"x".repeat(5_000)} end`,
    ],
    ["that it does not let one in", repeats(401), "failed: It refused the credentials (401)."],
    ["that it knows no such session", repeats(404), "not_run: It did not take the request (404)."],
    ["by hanging up", (_, response) => response.destroy(), "lost: The connection broke."],
    [
      "with a stream that ends before the answer",
      (_, response) => response.writeHead(200, { "content-type": "text/event-stream" }).end(": hello\n\n"),
      "lost: The connection broke before the answer.",
    ],
    [
      "with a stream of nonsense",
      (_, response) =>
        response.writeHead(200, { "content-type": "text/event-stream" }).end("data: {]\n\ndata: 5\n\n"),
      "lost: The connection broke before the answer.",
    ],
  ])("%s is an error that says so", async (_, answer, expected) => {
    expect(await failureOf(call(await open(answer)))).toContain(expected);
  });

  it.each([
    ["application/json", '{"jsonrpc":"2.0","result":"'],
    ["text/event-stream", "data: "],
  ])("with a gigabyte of %s is read up to 16 MiB", async (type, head) => {
    let written = () => 0;
    const connection = await open((_, response) => {
      response.writeHead(200, { "content-type": type });
      written = flood(response, head);
    });
    expect(await failureOf(call(connection))).toContain("too_large: It answered with more than 16 MiB.");
    await connection.close();
    expect(written()).toBeLessThan(64);
  });

  it("with many events of a bearable size is read to the end", async () => {
    const connection = await open(({ id }, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const data = JSON.stringify({
        jsonrpc: "2.0",
        method: "notifications/message",
        params: { level: "info", data: "x".repeat(MEBIBYTE) },
      });
      for (let event = 0; event < 24; event++) response.write(`data: ${data}\r\n\r\n`);
      response.end(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result: { content: [] } })}\n\n`);
    });
    expect(await call(connection)).toEqual({ content: [], isError: false });
  });

  it.each([202, 500])(
    "not at all is given up with the signal, and releases the connection, also where it answers the cancellation with %i",
    async (status) => {
      const { promise: closed, resolve } = Promise.withResolvers<undefined>();
      const stop = new AbortController();
      const { port } = await rawServer((asked, response) => {
        if (asked.method === "notifications/cancelled") response.writeHead(status).end();
        else if (!greets(asked, response)) {
          response.on("close", () => resolve(undefined));
          stop.abort();
        }
      });
      await failureOf(call(await connect(`http://127.0.0.1:${port}/`), stop.signal));
      await closed;
    },
  );
});

describe("a server that lists tools", () => {
  const listed = async (tools: (page: number) => readonly object[]) => {
    let pages = 0;
    const connection = await open(({ id }, response) => {
      pages += 1;
      sendJson(response, { jsonrpc: "2.0", id, result: { tools: tools(pages), nextCursor: String(pages) } });
    });
    const list = () => connection.listTools({ signal: new AbortController().signal });
    return { list, pages: () => pages };
  };
  const tool = (name: string, change: object = {}) => ({ name, inputSchema: { type: "object" }, ...change });

  it("on pages without end is read up to the limit, again each time", async () => {
    const { list, pages } = await listed((page) =>
      Array.from({ length: 100 }, (_, index) => tool(`t${page}_${index}`)),
    );
    expect([(await list()).length, pages()]).toEqual([256, 3]);
    expect([(await list()).length, pages()]).toEqual([256, 6]);
  });

  it("of more than 8 MiB is an error that says so", async () => {
    const { list } = await listed((page) =>
      Array.from({ length: 4 }, (_, index) =>
        tool(`t${page}_${index}`, {
          description: "d".repeat(3 * MEBIBYTE),
          outputSchema: { type: "object" },
        }),
      ),
    );
    expect(await failureOf(list())).toBe("too_large: Its list of tools is longer than 8 MiB.");
  });
});

function sendText(response: ServerResponse, text: string, type = "application/json"): void {
  response.writeHead(200, { "content-type": type }).end(text);
}

/** Answers with what was sent. */
function repeats(status: number): Answer {
  return (_, response, request) => {
    response.writeHead(status).end(`You sent ${String(request.headers.authorization)}`);
  };
}

describe("a server that does not let itself be connected to", () => {
  const refusal = "refused: Its address is not one of the public internet";

  it.each(["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0x7f000001", "localhost"])(
    "since %s is no public address",
    async (host) => {
      const { port, requests } = await rawServer((asked, response) => greets(asked, response));
      expect(await failureOf(connect(`http://${host}:${port}/`, {}))).toContain(refusal);
      expect(requests).toHaveLength(0);
    },
  );

  it("since its name leads to a private address", async () => {
    const resolve = async () => [{ address: "169.254.169.254", family: 4 as const }];
    expect(await failureOf(connect("http://metadata.test/", { resolve }))).toContain(refusal);
  });

  it("since its name leads to a public address of this host", async () => {
    const resolve = async () => [{ address: "93.184.215.14", family: 4 as const }];
    const ownAddresses = () => ["93.184.215.14"];
    expect(await failureOf(connect("http://own.test/", { resolve, ownAddresses }))).toContain(refusal);
  });

  it.each(["127.0.0.1", "127.0.0.2"])(
    "since it redirects to another origin at %s, where nothing is sent",
    async (host) => {
      const inner = await rawServer((asked, response) => greets(asked, response), host);
      const { port } = await rawServer((_, response) => {
        response.writeHead(307, { location: `http://${host}:${inner.port}/` }).end();
      });
      const allowPrivate = (hostname: string) => hostname === "127.0.0.1";
      const failure = await failureOf(connect(`http://127.0.0.1:${port}/`, { allowPrivate }));
      expect(failure).toBe("unreachable: It redirects to another origin, which is not followed.");
      expect(inner.requests).toHaveLength(0);
    },
  );

  it.each([
    [
      "nobody listens",
      async () => connect(`http://127.0.0.1:${await refusingPort()}/`),
      "unreachable: It refused the connection.",
    ],
    [
      "its name has no address",
      () =>
        connect("http://nowhere.invalid/", {
          resolve: () => Promise.reject(Object.assign(new Error("x"), { code: "ENOTFOUND" })),
        }),
      "unreachable: Its host name has no address.",
    ],
  ])("since %s", async (_, connecting, expected) => {
    expect(await failureOf(connecting())).toContain(expected);
  });

  it("since it is silent is given up with the signal", async () => {
    const stop = new AbortController();
    const { port } = await rawServer(() => stop.abort());
    await failureOf(connect(`http://127.0.0.1:${port}/`, { allowPrivate: true }, stop.signal));
  });

  it("since it breaks its greeting", async () => {
    const { port } = await rawServer((_, response) => sendText(response, "nonsense"));
    expect(await failureOf(connect(`http://127.0.0.1:${port}/`))).toMatch(/^unreachable: /);
    const other = await rawServer(repeats(503));
    expect(await failureOf(connect(`http://127.0.0.1:${other.port}/`))).toBe(
      "unreachable: It answered with the status 503.",
    );
  });
});
