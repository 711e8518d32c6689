import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { closeServer, listen, type ListenOptions } from "./server.ts";

interface Logged {
  readonly fields: object;
  readonly message: string;
}

async function serverOf(handler: RequestListener, options: Partial<ListenOptions> = {}) {
  const logged: Logged[] = [];
  const log = (fields: object, message: string) => void logged.push({ fields, message });
  const { server, port } = await listen(handler, {
    host: "127.0.0.1",
    port: 0,
    maxConnections: 10,
    headersTimeoutMs: 60_000,
    bodyTimeoutMs: 30_000,
    logger: { debug: log, info: log, warn: log, error: log },
    ...options,
  });
  onTestFinished(() => closeServer(server, 0));
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  return { port, logged, connections };
}

/** A connection that never ends its own way; `closed` resolves with all that came when the server has closed. */
async function open(port: number): Promise<{ socket: Socket; closed: Promise<string> }> {
  let text = "";
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.on("error", () => undefined);
  const { promise: closed, resolve } = Promise.withResolvers<string>();
  socket.on("end", () => resolve(text));
  socket.on("close", () => resolve(text));
  onTestFinished(() => void socket.destroy());
  await new Promise((connected) => socket.once("connect", connected));
  return { socket, closed };
}

const answersOk: RequestListener = (request, response) => {
  request.resume().on("end", () => response.end("ok"));
};

describe("a connection", () => {
  it.each([
    ["without a byte", ""],
    ["with a part of the headers", "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: "],
  ])("%s is closed at the deadline of the headers", async (_, sent) => {
    const { port, connections } = await serverOf(answersOk, { headersTimeoutMs: 50 });
    const { socket, closed } = await open(port);
    socket.write(sent);
    expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
    await expect.poll(connections).toBe(0);
  });

  it("with headers of more than 16 KiB is answered and closed", async () => {
    const { port } = await serverOf(answersOk);
    const { socket, closed } = await open(port);
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(16 * 1024)}\r\n\r\n`);
    expect(await closed).toContain("The headers are too large.");
  });

  it.each([
    ["without a Host", "GET / HTTP/1.1\r\n"],
    ["with another expectation", "GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n"],
    [
      "with a body that waits to be asked for",
      "PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n",
    ],
  ])("%s is the handler's to answer, and nothing is said before", async (_, head) => {
    const { port } = await serverOf((_request, response) => response.writeHead(401).end("no"));
    const { socket, closed } = await open(port);
    socket.write(`${head}Connection: close\r\n\r\n`);
    expect(await closed).toMatch(/^HTTP\/1\.1 401 /);
  });

  it("with what is no request is closed while it is answered, without another answer in the first", async () => {
    const { port } = await serverOf((_, response) => {
      response.writeHead(200, { "content-length": "1000" }).write("first");
    });
    const { socket, closed } = await open(port);
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await new Promise((answered) => socket.once("data", answered));
    socket.write("no request\r\n\r\n");
    expect(await closed).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nfirst$/);
  });

  it("that is to be a tunnel is answered and closed", async () => {
    const { port, connections } = await serverOf(answersOk);
    const { socket, closed } = await open(port);
    socket.write("CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n");
    expect(await closed).toMatch(/^HTTP\/1\.1 405 [^]*"code":"method_not_allowed"/);
    await expect.poll(connections).toBe(0);
  });

  it("beyond the most is closed as it comes, which is logged once, and leaves those that are open", async () => {
    const { port, logged } = await serverOf(answersOk, { maxConnections: 1 });
    const first = await open(port);
    first.socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await new Promise((answered) => first.socket.once("data", answered));
    for (let index = 0; index < 2; index++) expect(await (await open(port)).closed).toBe("");
    expect(logged).toEqual([
      {
        fields: { refused: 1, max_connections: 1 },
        message: expect.stringContaining("MAX_CONNECTIONS") as string,
      },
    ]);
    first.socket.write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    expect((await first.closed).match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  });
});

describe("a body", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A server that tells how many bytes of a body it has got; its period of 30 s passes by hand. */
  async function receiving(handler: RequestListener = answersOk) {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let bytes = 0;
    let arrived = () => {};
    const { port } = await serverOf((request, response) => {
      request.on("data", (chunk: Buffer) => {
        bytes += chunk.byteLength;
        arrived();
      });
      handler(request, response);
    });
    const received = async (wanted: number) => {
      while (bytes < wanted) await new Promise<void>((resolve) => (arrived = resolve));
    };
    const connection = await open(port);
    connection.socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\nx");
    const send = async (count: number) => {
      const wanted = bytes + count;
      connection.socket.write("x".repeat(count));
      await received(wanted);
    };
    await received(1);
    return { ...connection, send };
  }

  it("that does not come is refused after a period", async () => {
    const { closed, send } = await receiving();
    await send(20_000);
    vi.advanceTimersByTime(30_000);
    vi.advanceTimersByTime(30_000);
    expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("that comes byte by byte is refused too", async () => {
    const { closed, send } = await receiving();
    vi.advanceTimersByTime(29_999);
    await send(1);
    vi.advanceTimersByTime(1);
    expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("that goes on slowly may last for hours", async () => {
    const { socket, send } = await receiving();
    for (let period = 0; period < 200; period++) {
      await send(15_000);
      vi.advanceTimersByTime(30_000);
    }
    expect(socket.readableEnded || socket.destroyed).toBe(false);
  });

  it("that the server does not read on may wait", async () => {
    const { promise: pausing, resolve: paused } = Promise.withResolvers<undefined>();
    const { socket } = await receiving((request) => {
      request.once("data", () => {
        request.pause();
        const fill = setImmediate(function look() {
          if (request.readableLength >= request.readableHighWaterMark) paused(undefined);
          else setImmediate(look);
        });
        onTestFinished(() => clearImmediate(fill));
      });
    });
    socket.write("x".repeat(1_000_000));
    await pausing;
    for (let period = 0; period < 3; period++) vi.advanceTimersByTime(30_000);
    expect(socket.readableEnded || socket.destroyed).toBe(false);
  });

  it("that the server has not asked for yet may wait, and has a full period then", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { promise: waiting, resolve: waits } = Promise.withResolvers<() => void>();
    const { port } = await serverOf((request, response) => {
      waits(() => response.writeContinue());
      answersOk(request, response);
    });
    const { socket, closed } = await open(port);
    socket.write("PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n");
    socket.write("Connection: close\r\n\r\n");
    const ask = await waiting;
    for (let period = 0; period < 3; period++) vi.advanceTimersByTime(30_000);
    ask();
    vi.advanceTimersByTime(30_000);
    socket.write("hello");
    expect(await closed).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });

  it("that was asked for and does not come is refused", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { port } = await serverOf((_, response) => response.writeContinue());
    const { socket, closed } = await open(port);
    socket.write("PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
    await new Promise((asked) => socket.once("data", asked));
    for (let period = 0; period < 2; period++) vi.advanceTimersByTime(30_000);
    expect(await closed).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 408 /);
  });

  it("may pause while its answer goes out, but not after it", async () => {
    const { promise: answering, resolve: answers } = Promise.withResolvers<() => void>();
    const { socket, closed } = await receiving((_, response) => {
      response.write("so far");
      answers(() => response.end());
    });
    const end = await answering;
    for (let period = 0; period < 3; period++) vi.advanceTimersByTime(30_000);
    expect(socket.readableEnded || socket.destroyed).toBe(false);
    end();
    vi.advanceTimersByTime(30_000);
    expect(await closed).toMatch(/^HTTP\/1\.1 200 /);
  });
});
