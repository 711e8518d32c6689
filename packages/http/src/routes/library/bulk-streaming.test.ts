import type { BulkLine, BulkReport, BulkResult } from "@workspace-agent/core/schemas";
import { Agent, request as nodeRequest, type ClientRequest, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { createHandler } from "../../index.ts";
import { nodeServer, type NodeServer } from "../../node-server.test-support.ts";
import { testApi, type TestApi } from "../../test-api.test-support.ts";
import { until } from "../../until.test-support.ts";
import { createPrompt, loaded, names, NDJSON, prompt } from "./library.test-support.ts";

const auth = (api: TestApi) => ({ authorization: `Bearer ${api.token}` });

interface Exchange {
  readonly request: ClientRequest;
  readonly response: Promise<IncomingMessage>;
}

function post(server: NodeServer, api: TestApi, query = "", agent?: Agent): Exchange {
  const request = nodeRequest(`${server.url}/api/prompts/bulk${query}`, {
    method: "POST",
    headers: { ...auth(api), ...NDJSON },
    ...(agent === undefined ? {} : { agent }),
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.on("response", resolve);
    request.on("error", reject);
  });
  response.catch(() => undefined);
  request.flushHeaders();
  return { request, response };
}

async function* linesIn(response: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  let open = "";
  for await (const chunk of response) {
    const lines = (open + chunk.toString()).split("\n");
    open = lines.pop() ?? "";
    yield* lines;
  }
}

/** All that a socket gives until it closes. */
async function received(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The API with another way to load, or to export. */
async function withPrompts(
  api: TestApi,
  prompts: Partial<TestApi["service"]["prompts"]>,
): Promise<NodeServer> {
  const real = api.service.prompts;
  const service = {
    ...api.service,
    prompts: {
      list: real.list.bind(real),
      export: real.export.bind(real),
      create: real.create.bind(real),
      get: real.get.bind(real),
      put: real.put.bind(real),
      delete: real.delete.bind(real),
      versions: real.versions.bind(real),
      rollback: real.rollback.bind(real),
      bulk: real.bulk.bind(real),
      ...prompts,
    },
  };
  return await nodeServer(createHandler(service));
}

const SUMMARY = { created: 0, updated: 0, unchanged: 0, deleted: 0, errors: 0 };

describe("a load of lines on a node:http server", () => {
  test("tells of each line while the next is not sent yet", async () => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    const { request, response } = post(server, api);
    request.write(`${JSON.stringify(prompt("p0"))}\n`);
    const lines = linesIn(await response);
    for (let index = 0; index < 5; index++) {
      const { value } = await lines.next();
      expect(JSON.parse(value ?? "")).toMatchObject({ index, name: `p${index}`, status: "created" });
      expect(await names(api)).toHaveLength(index + 1);
      if (index < 4) request.write(`${JSON.stringify(prompt(`p${index + 1}`))}\n`);
    }
    request.end();
    expect(JSON.parse((await lines.next()).value ?? "")).toEqual({ summary: { ...SUMMARY, created: 5 } });
    expect((await lines.next()).done).toBe(true);
  });

  test("goes on for a caller who reads nothing before everything is sent", async () => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    const socket = await server.connect();
    socket.pause();
    const count = 100_000;
    const line = `${"x".repeat(199)}\n`;
    socket.write(
      `POST /api/prompts/bulk HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.token}\r\n` +
        `Content-Type: application/x-ndjson\r\nContent-Length: ${count * line.length}\r\nConnection: close\r\n\r\n`,
    );
    const block = line.repeat(1000);
    for (let sent = 0; sent < count; sent += 1000) {
      if (!socket.write(block)) await new Promise((resolve) => socket.once("drain", resolve));
    }
    const answer = await received(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer.length).toBeGreaterThan(8_000_000);
    expect(answer).toContain(`{"summary":${JSON.stringify({ ...SUMMARY, errors: count })}}`);
  });

  test("stops soon when the caller goes away", async () => {
    await using api = await testApi();
    const state = { lines: 0, end: "" };
    async function* watched(lines: AsyncIterable<readonly BulkLine[]>) {
      try {
        for await (const batch of lines) {
          state.lines += batch.length;
          yield batch;
        }
        state.end = "whole";
      } finally {
        state.end ||= "broken off";
      }
    }
    await using server = await withPrompts(api, {
      bulk: (principal, lines, options) => api.service.prompts.bulk(principal, watched(lines), options),
    });
    const { request, response } = post(server, api);
    request.write(`${JSON.stringify(prompt("p0"))}\n{"name":"half`);
    const lines = linesIn(await response);
    await lines.next();
    request.destroy();
    await until(() => state.end !== "");
    expect(state).toEqual({ lines: 1, end: "broken off" });
    expect(await names(api)).toEqual(["p0"]);
    expect(api.logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("that fails half-way breaks the connection off, without a summary", async () => {
    await using api = await testApi();
    const told: string[] = [];
    async function* failing(
      lines: AsyncIterable<readonly BulkLine[]>,
    ): AsyncGenerator<readonly BulkResult[]> {
      for await (const [line] of lines) {
        yield [{ index: line?.index ?? 0, name: "a", status: "created" }];
        break;
      }
      await until(() => told.length > 0);
      throw new Error("broken");
    }
    await using server = await withPrompts(api, {
      bulk: (_, lines): BulkReport => ({ results: failing(lines), summary: () => SUMMARY }),
    });
    const { request, response } = post(server, api);
    request.on("error", () => undefined);
    request.write(`${JSON.stringify(prompt("p0"))}\n`);
    const reading = (async () => {
      for await (const line of linesIn(await response)) told.push(line);
    })();
    await expect(reading).rejects.toThrow();
    expect(told).toEqual(['{"index":0,"name":"a","status":"created"}']);
  });

  test("leaves the connection good for the next request", async () => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    const body = Array.from({ length: 3000 }, (_, index) => `${JSON.stringify(prompt(`p${index}`))}\n`).join(
      "",
    );
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (const [index, query] of ["", "?atomic=true", "?dry_run=true"].entries()) {
      const { request, response } = post(server, api, query, agent);
      const isFree = new Promise((resolve) => agent.once("free", resolve));
      request.end(body);
      const lines: string[] = [];
      for await (const line of linesIn(await response)) lines.push(line);
      await isFree;
      expect(loaded(lines.join("\n")).results).toHaveLength(3000);
      expect(request.reusedSocket).toBe(index > 0);
    }
    agent.destroy();
  });

  test("that is refused at once is taken off the wire all the same", async () => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    const { id } = await api.createWorkspace();
    const token = await api.createToken({ workspace_ids: [id] });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (const isFirst of [true, false]) {
      const { request, response } = post(server, { ...api, token }, "", agent);
      // Then the connection is there for the next request.
      const isFree = new Promise((resolve) => agent.once("free", resolve));
      request.end(`${"x".repeat(999)}\n`.repeat(10_000));
      const answer = await response;
      answer.resume();
      await isFree;
      expect([answer.statusCode, request.reusedSocket]).toEqual([404, !isFirst]);
    }
    agent.destroy();
  });

  test("takes a stream that a client makes as it goes", async () => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    let index = 0;
    const made = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setImmediate(resolve));
        controller.enqueue(new TextEncoder().encode(`${JSON.stringify(prompt(`ü${index}`))}\n`.repeat(2)));
        index += 1;
        if (index === 50) controller.close();
      },
    });
    // DOM's types do not know what makes a streamed body legal.
    const init = { method: "POST", body: made, headers: { ...auth(api), ...NDJSON }, duplex: "half" };
    const answer = await fetch(`${server.url}/api/prompts/bulk`, init);
    expect(loaded(await answer.text()).summary).toEqual({ ...SUMMARY, created: 50, unchanged: 50 });
  });
});

describe("an export on a node:http server", () => {
  const target = "/api/prompts";

  async function rawGet(server: NodeServer, api: TestApi): Promise<Socket> {
    const socket = await server.connect();
    socket.write(
      `GET ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.token}\r\nAccept: application/x-ndjson\r\nConnection: close\r\n\r\n`,
    );
    return socket;
  }

  test("ends cleanly", async () => {
    await using api = await testApi();
    await using server = await nodeServer(api.handler);
    await createPrompt(api, "a");
    expect(await received(await rawGet(server, api))).toMatch(/\r\n0\r\n\r\n$/);
  });

  test("that fails half-way is broken off, so that a part is never taken for the whole", async () => {
    await using api = await testApi();
    async function* failing() {
      yield await Promise.resolve([prompt("a")]);
      throw new Error("broken");
    }
    await using server = await withPrompts(api, { export: failing });
    const socket = await rawGet(server, api);
    const answer = await received(socket).catch((error: unknown) => String(error));
    expect(answer).not.toMatch(/\r\n0\r\n\r\n$/);
    await expect(
      fetch(server.url + target, { headers: { ...auth(api), accept: "application/x-ndjson" } }).then(
        (response) => response.text(),
      ),
    ).rejects.toThrow();
  });

  test("is made only as fast as it is read, and no longer than its reader stays", async () => {
    await using api = await testApi();
    const state = { batches: 0, ended: false };
    const batch = [prompt("a", "x".repeat(100_000))];
    async function* endless() {
      try {
        for (;;) {
          state.batches += 1;
          yield await Promise.resolve(batch);
        }
      } finally {
        state.ended = true;
      }
    }
    await using server = await withPrompts(api, { export: endless });
    const socket = await rawGet(server, api);
    socket.pause();
    let before = -1;
    await until(() => {
      const isStill = state.batches > 10 && state.batches === before;
      before = state.batches;
      return isStill;
    });
    expect(state.batches).toBeLessThan(400);
    socket.destroy();
    await until(() => state.ended);
  });
});
