import dns from "node:dns";
import type { RequestListener } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { modelFetch } from "./model-fetch.ts";
import { localServer, refusingPort, untilHeldUp } from "./replay-server.test-support.ts";

async function provider(answer: RequestListener) {
  const { origin, sockets } = await localServer(answer);
  return { url: `${origin}/v1/chat`, sockets };
}

const post = (url: string, init: RequestInit = {}) =>
  modelFetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer key" },
    body: '{"text":"ü"}',
    ...init,
  });

const EVENTS = { "content-type": "text/event-stream" };

describe("a request to a provider", () => {
  it("is sent as fetch would, but asks for no compression", async () => {
    const { url } = await provider((request, response) => {
      void text(request).then((body) => {
        response.setHeader("set-cookie", ["a=1", "b=2"]);
        response.writeHead(201, "Made", { "content-type": "application/json" });
        response.end(JSON.stringify({ method: request.method, body, headers: request.headers }));
      });
    });
    const answer = await post(url);
    expect([answer.status, answer.statusText, answer.ok]).toEqual([201, "Made", true]);
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(await answer.json()).toMatchObject({
      method: "POST",
      body: '{"text":"ü"}',
      headers: {
        authorization: "Bearer key",
        "content-type": "application/json",
        "content-length": "13",
        "accept-encoding": "identity",
        accept: "*/*",
      },
    });
  });

  it.each([
    ["that end with a line", { Authorization: "Bearer key\n" }],
    ["in pairs", [["Authorization", "Bearer key"]] as [string, string][]],
    ["that another package made", new Map([["Authorization", "Bearer key"]]) as unknown as Headers],
    ["of this process", new Headers({ Authorization: "Bearer key" })],
  ])("is sent with headers %s", async (_, headers) => {
    const { url } = await provider((request, response) => response.end(request.headers.authorization));
    expect(await (await post(url, { headers })).text()).toBe("Bearer key");
  });

  it("asks no `getaddrinfo` for the provider's name, and reaches one on this host", async () => {
    const { url } = await provider((_, response) => response.end("ok"));
    const system = vi.spyOn(dns, "lookup");
    syncBuiltinESMExports();
    onTestFinished(() => {
      system.mockRestore();
      syncBuiltinESMExports();
    });
    expect(await (await post(url.replace("127.0.0.1", "localhost"))).text()).toBe("ok");
    expect(system).not.toHaveBeenCalled();
  });

  it("keeps its connection for the next one", async () => {
    const { url, sockets } = await provider((_, response) => response.end("ok"));
    const seen = new Set<Socket>();
    for (let count = 0; count < 3; count++) {
      await (await post(url)).text();
      for (const socket of sockets) seen.add(socket);
    }
    expect(seen.size).toBe(1);
  });

  it("is sent again where the connection that was kept has gone", async () => {
    // Such a connection breaks off soon, by a clock that stands still here.
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    let requests = 0;
    const { url } = await provider((request, response) => {
      requests += 1;
      if (requests === 2) request.socket.resetAndDestroy();
      else response.end(String(requests));
    });
    expect(await (await post(url)).text()).toBe("1");
    expect(await (await post(url)).text()).toBe("3");
  });

  it("is not sent again where a new connection is cut", async () => {
    let requests = 0;
    const { url } = await provider((request) => {
      requests += 1;
      request.socket.destroy();
    });
    await expect(post(url)).rejects.toMatchObject({
      name: "TypeError",
      message: "fetch failed",
      cause: { code: "ECONNRESET" },
    });
    expect(requests).toBe(1);
  });

  it("is given up where the connection comes about and its encryption does not", async () => {
    const silent = createTcpServer();
    const connected = new Promise((resolve) => silent.once("connection", resolve));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void silent.close());
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { port } = silent.address() as AddressInfo;
    const asked = expect(post(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({
      message: "fetch failed",
      cause: { code: "ETIMEDOUT" },
    });
    await connected;
    vi.advanceTimersByTime(10_000);
    await asked;
  });

  it("fails as fetch does where nobody listens", async () => {
    await expect(post(`http://127.0.0.1:${await refusingPort()}/`)).rejects.toMatchObject({
      name: "TypeError",
      message: "fetch failed",
      cause: { code: "ECONNREFUSED" },
    });
  });

  it("follows a redirect, and sends what is more than text, by the global fetch", async () => {
    const { url } = await provider((request, response) => {
      if (request.url === "/v1/chat") response.writeHead(307, { location: "/v2/chat" }).end("moved");
      else void text(request).then((body) => response.end(`${request.url} ${body}`));
    });
    expect(await (await post(url)).text()).toBe('/v2/chat {"text":"ü"}');
    const form = new FormData();
    form.set("file", "content");
    const sent = await modelFetch(url.replace("v1", "v2"), { method: "POST", body: form });
    expect(await sent.text()).toContain("content");
    const request = new Request(url.replace("v1", "v2"), { method: "POST", body: "asked" });
    expect(await (await modelFetch(request)).text()).toBe("/v2/chat asked");
  });

  it("is given up with the signal's own reason, before and after the answer's head", async () => {
    const { url, sockets } = await provider((request, response) => {
      if (request.headers["x-early"] === undefined) response.writeHead(200, EVENTS).write("data: 1\n\n");
    });
    const reason = new Error("interrupted");
    await expect(post(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);

    const early = new AbortController();
    const waiting = post(url, { signal: early.signal, headers: { "x-early": "1" } });
    await expect.poll(() => sockets.size).toBe(1);
    early.abort(reason);
    await expect(waiting).rejects.toBe(reason);

    const late = new AbortController();
    const answer = await post(url, { signal: late.signal });
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    late.abort(reason);
    await expect(reader?.read()).rejects.toBe(reason);
    await expect.poll(() => sockets.size).toBe(0);
  });
});

describe("the answer of a provider", () => {
  it("that breaks off fails, and never ends as if it were whole", async () => {
    const { url } = await provider((_, response) => {
      response.writeHead(200, EVENTS).write("data: 1\n\n", () => response.socket?.destroy());
    });
    const answer = await post(url);
    await expect(answer.text()).rejects.toMatchObject({ name: "TypeError", message: "terminated" });
  });

  it("tells pieces of text that came together as one, whatever chunks they were written in", async () => {
    const piece = (content: string) => `data: {"choices":[{"index":0,"delta":{"content":"${content}"}}]}\n\n`;
    const { url } = await provider((request, response) => {
      response.writeHead(200, EVENTS);
      response.socket?.cork();
      for (const letter of "Hello") response.write(piece(letter));
      response.end("data: [DONE]\n\n");
      process.nextTick(() => response.socket?.uncork());
      request.resume();
    });
    expect(await (await post(url)).text()).toBe(`${piece("Hello")}data: [DONE]\n\n`);
  });

  it("is not read ahead without end for a reader who does not read", async () => {
    let written = 0;
    const { url } = await provider((_, response) => {
      response.writeHead(200, EVENTS);
      const chunk = Buffer.alloc(65_536, "x");
      const more = () => {
        while (written < 64 * 2 ** 20) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    });
    const answer = await post(url);
    expect(await untilHeldUp(() => written, 32 * 2 ** 20)).toBeLessThan(32 * 2 ** 20);
    const { length } = await answer.text();
    expect(length).toBe(64 * 2 ** 20);
  });

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)("that is compressed by %s all the same is read", async (encoding, compress) => {
    const { url } = await provider((_, response) => {
      response.writeHead(200, { ...EVENTS, "content-encoding": encoding }).end(compress("data: [DONE]\n\n"));
    });
    expect(await (await post(url)).text()).toBe("data: [DONE]\n\n");
  });

  it("in an encoding that nobody knows fails, and so does one that breaks off", async () => {
    let encoding = "rot13";
    const { url } = await provider((_, response) => {
      response.writeHead(200, { ...EVENTS, "content-encoding": encoding });
      response.write(gzipSync("data: 1\n\n").subarray(0, 12), () => response.socket?.destroy());
    });
    await expect(post(url)).rejects.toMatchObject({ message: "fetch failed" });
    encoding = "gzip";
    await expect((await post(url)).text()).rejects.toMatchObject({ message: "terminated" });
  });

  it("releases its connection when its reader leaves", async () => {
    const { url, sockets } = await provider((_, response) => {
      response.writeHead(200, EVENTS).write("data: 1\n\n");
    });
    const answer = await post(url);
    await answer.body?.cancel();
    await expect.poll(() => sockets.size).toBe(0);
  });

  it("without a body has none", async () => {
    const { url } = await provider((_, response) => response.writeHead(204).end());
    const answer = await post(url);
    expect([answer.status, answer.body]).toEqual([204, null]);
  });
});
