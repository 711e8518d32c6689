import { once } from "node:events";
import { stat, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { expectFlatMemory } from "./flat-memory.test-support.ts";
import { anOrigin, aProxy, heldTimeLimits, OK, okOrigin, textOf, until } from "./testing.test-support.ts";

const MEGABYTE = 1_048_576;
const get = (port: number, path = "/") =>
  `GET http://good.test:${port}${path} HTTP/1.1\r\nHost: good.test\r\n\r\n`;
const ask = (port: number) => `CONNECT good.test:${port} HTTP/1.1\r\nHost: good.test\r\n\r\n`;

describe("the proxy", () => {
  it("limits concurrent connections, and accepts new ones when others have ended", async () => {
    const origin = await okOrigin();
    const { open, exchange } = await aProxy(origin.port, {
      limits: { connections: 2 },
      rawPorts: [origin.port],
    });
    const [one, two] = [await open(), await open()];
    for (const socket of [one, two]) {
      socket.write(ask(origin.port));
      await until(socket, "established\r\n\r\n");
    }
    expect(await exchange(get(origin.port))).toMatch(/^HTTP\/1\.1 503 [^]*too many connections/);
    one.destroy();
    await expect
      .poll(() => exchange(`${get(origin.port, "/again").slice(0, -2)}Connection: close\r\n\r\n`))
      .toMatch(/ok$/);
  });

  it("limits concurrent requests on one connection too", async () => {
    const origin = await anOrigin(() => {});
    const { open } = await aProxy(origin.port, { limits: { connections: 3 } });
    const socket = await open();
    socket.write(get(origin.port).repeat(20));
    await expect.poll(() => origin.received.filter((text) => text !== "").length).toBe(3);
    for (const there of origin.sockets) there.write(OK);
    expect(await until(socket, "503")).toMatch(/^HTTP\/1\.1 200 [^]*200 [^]*200 /);
    expect(origin.sockets).toHaveLength(3);
  });

  it("closes idle connections", async () => {
    const origin = await anOrigin(() => {});
    const endTimeOf = heldTimeLimits();
    const { open, path } = await aProxy(origin.port, { limits: { idleMs: 1_000 } });
    // It does not notice that its request was refused.
    const refused = connect({ path, allowHalfOpen: true });
    onTestFinished(() => void refused.destroy());
    refused.on("error", () => {});
    refused.write("CONNECT bad.test:1 HTTP/1.1\r\nHost: bad.test\r\n\r\n");
    await until(refused, "403");
    const [silent, waiting, tunnel] = [await open(), await open(), await open()];
    const ended = Promise.all([silent, waiting, tunnel].map((socket) => textOf(socket)));
    waiting.write(get(origin.port));
    tunnel.write(ask(origin.port));
    await until(tunnel, "established\r\n\r\n");
    await expect.poll(() => origin.received.toSorted()[1]).toContain("GET / HTTP/1.1");
    expect([silent, waiting, tunnel].map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
    endTimeOf(1_000);
    const [, , text] = await ended;
    expect(text).toMatch(/established\r\n\r\n$/);
    expect(origin.received).toHaveLength(2);
    await expect
      .poll(() => {
        refused.write("more");
        return refused.destroyed;
      })
      .toBe(true);
    await expect
      .poll(() => origin.sockets.every((socket) => socket.readableEnded || socket.destroyed))
      .toBe(true);
  });

  it("closes an idle tunnel soon after one of its sides has ended", async () => {
    const origin = await anOrigin(() => {}, { allowHalfOpen: true });
    const { open } = await aProxy(origin.port, { limits: { halfOpenMs: 50 }, rawPorts: [origin.port] });
    const socket = await open();
    socket.write(ask(origin.port));
    await until(socket, "established\r\n\r\n");
    socket.destroy();
    await expect.poll(() => origin.sockets[0]?.readableEnded).toBe(true);
    const [there] = origin.sockets;
    await expect
      .poll(() => {
        there?.write("more");
        return there?.destroyed;
      })
      .toBe(true);
  });

  it.each(["a request", "a tunnel"])(
    "reads no more of a response than the client accepts: %s",
    async (kind) => {
      const chunk = Buffer.alloc(MEGABYTE);
      let isFull = false;
      const origin = await anOrigin((socket) => {
        if (kind === "a request") socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n");
        for (let written = 0; written < 64; written++) isFull = !socket.write(chunk);
      });
      const { open, proxy } = await aProxy(origin.port, { rawPorts: [origin.port] });
      const socket = await open();
      if (kind === "a request") socket.pause().write(get(origin.port));
      else {
        socket.write(ask(origin.port));
        await until(socket, "established\r\n\r\n");
        socket.pause();
        socket.write("x");
      }
      await expect.poll(() => isFull).toBe(true);
      const [there] = origin.sockets;
      let left = -1;
      // The kernel and the streams buffer a few megabytes.
      await expect
        .poll(
          () => {
            const isStill = left === there?.writableLength;
            left = there?.writableLength ?? 0;
            return isStill;
          },
          { interval: 100 },
        )
        .toBe(true);
      expect(left).toBeGreaterThan(40 * MEGABYTE);
      await proxy.close();
    },
  );

  it("forwards large amounts through a tunnel with constant memory", async () => {
    await expectFlatMemory(256);
  });
});

describe("a proxy that listens", () => {
  it("has a socket that every user may connect to, replaces a leftover one, and removes it at the end", async () => {
    const origin = await okOrigin();
    const { proxy, path } = await aProxy(origin.port);
    const other = `${path}-other`;
    await writeFile(other, "");
    await proxy.listen(other);
    const { mode } = await stat(other);
    expect(mode & 0o777).toBe(0o666);
    await proxy.close();
    await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(stat(other)).rejects.toMatchObject({ code: "ENOENT" });
    await proxy.close();
  });

  it("fails where it cannot", async () => {
    const { proxy } = await aProxy(80);
    await expect(proxy.listen("/no/such/folder/proxy")).rejects.toThrow("listen");
  });

  it("serves the connections of another server, and closes it at the end", async () => {
    const origin = await okOrigin();
    const { proxy, path, exchange } = await aProxy(origin.port);
    const server = createServer();
    server.listen(`${path}-given`);
    await once(server, "listening");
    proxy.attach(server);
    expect(await exchange(`${get(origin.port).slice(0, -2)}Connection: close\r\n\r\n`)).toMatch(/ok$/);
    await proxy.close();
    expect(server.listening).toBe(false);
  });
});
