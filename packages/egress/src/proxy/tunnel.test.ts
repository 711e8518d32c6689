import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:tls";
import { describe, expect, it } from "vitest";
import { anOrigin, aProxy, okOrigin, textOf, until, type ProxyUnderTest } from "./testing.test-support.ts";

const CONNECTED = "HTTP/1.1 200 Connection established\r\n\r\n";
const ask = (target: string, fields = "") => `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${fields}\r\n`;

async function tunnelTo(under: ProxyUnderTest, target: string): Promise<Socket> {
  const socket = await under.open();
  socket.write(ask(target));
  expect(await until(socket, "\r\n\r\n")).toBe(CONNECTED);
  return socket;
}

const echoOrigin = () => anOrigin((socket, text) => socket.write(text));

describe("a tunnel", () => {
  it("carries bytes both ways as they are, also those that came with the request", async () => {
    const origin = await anOrigin((socket, text) => {
      if (text.endsWith("more")) socket.write("reply\0");
    });
    const under = await aProxy(origin.port);
    const socket = await under.open();
    socket.write(`${ask(`good.test:${origin.port}`)}first\0`);
    await until(socket, CONNECTED);
    socket.write("more");
    expect(await until(socket, "reply\0")).toBe("reply\0");
    expect(origin.received).toEqual(["first\0more"]);
  });

  it("goes on in one direction when the other has ended", async () => {
    const origin = await anOrigin(() => {}, { allowHalfOpen: true });
    const under = await aProxy(origin.port);
    const socket = await under.open();
    socket.allowHalfOpen = true;
    socket.write(ask(`good.test:${origin.port}`));
    await until(socket, CONNECTED);
    const text = textOf(socket);
    socket.end("all");
    await expect.poll(() => origin.sockets[0]?.readableEnded).toBe(true);
    expect(origin.received).toEqual(["all"]);
    origin.sockets[0]?.end("late");
    expect(await text).toBe("late");
  });

  it("ends with either of its ends", async () => {
    const origin = await anOrigin(() => {});
    const under = await aProxy(origin.port);
    const one = await tunnelTo(under, `good.test:${origin.port}`);
    origin.sockets[0]?.resetAndDestroy();
    await once(one, "close");
    const two = await tunnelTo(under, `good.test:${origin.port}`);
    const [, there] = origin.sockets;
    two.destroy();
    if (there !== undefined && !there.destroyed) await once(there, "close");
  });

  it("is joined to the address that was checked, by one look-up", async () => {
    const origin = await okOrigin();
    let asked = 0;
    const under = await aProxy(origin.port, {
      resolve: async () => [{ address: asked++ === 0 ? "127.0.0.1" : "169.254.169.254", family: 4 }],
    });
    await tunnelTo(under, `good.test:${origin.port}`);
    expect(asked).toBe(1);
    expect(await under.exchange(ask(`good.test:${origin.port}`))).toMatch(/^HTTP\/1\.1 403 /);
  });

  it("tries the next address where one does not answer", async () => {
    const origin = await okOrigin();
    const under = await aProxy(origin.port, {
      privateNetworks: ["127.0.0.0/8", "::1"],
      resolve: async () => [
        { address: "::1", family: 6 },
        { address: "127.9.9.9", family: 4 },
        { address: "127.0.0.1", family: 4 },
      ],
    });
    await tunnelTo(under, `good.test:${origin.port}`);
  });
});

describe("a tunnel is refused", () => {
  it.each([
    ["to a host that is not named", "other.test:PORT", 403],
    ["to a permitted name at the metadata address", "bad.test:PORT", 403],
    ["to the metadata address", "169.254.169.254:PORT", 403],
    ["to an address of IPv6", "[::1]:PORT", 403],
    ["to a mapped address", "[::ffff:127.0.0.1]:PORT", 403],
    ["to another port", "good.test:22", 403],
    ["without a port", "good.test", 400],
    ["with a user", "user:word@good.test:PORT", 400],
    ["to a URL", "http://good.test:PORT/", 400],
    ["to an end dot", "good.test.:PORT", 400],
    ["to a decimal address", "2130706433:PORT", 400],
    ["to NUL", "good.test\0.other.test:PORT", 400],
    ["to two hosts", "good.test:PORT,other.test:PORT", 400],
    ["to a path", "good.test:PORT/x", 400],
    ["to nobody", ":PORT", 400],
  ])("%s", async (_, target, status) => {
    const origin = await okOrigin();
    const { exchange, refused } = await aProxy(origin.port);
    const answer = await exchange(ask(target.replace("PORT", String(origin.port))));
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(`${answer}${JSON.stringify(refused)}`).not.toContain("word");
    expect(origin.received).toEqual([]);
  });

  it("where an answer is still being written on its connection", async () => {
    const origin = await anOrigin(() => {});
    const { exchange } = await aProxy(origin.port);
    const before = `GET http://good.test:${origin.port}/ HTTP/1.1\r\nHost: a\r\n\r\n`;
    expect(await exchange(before + ask(`good.test:${origin.port}`))).toBe("");
  });
});

describe("TLS in a tunnel", () => {
  const greet = (socket: Socket, servername: string) => {
    const client = connect({ socket, servername, rejectUnauthorized: false });
    client.on("error", () => {});
  };

  it("is passed on for the tunnel's own host, and where no name is told", async () => {
    const origin = await anOrigin(() => {});
    const under = await aProxy(origin.port);
    for (const name of ["GOOD.test", ""]) {
      greet(await tunnelTo(under, `good.test:${origin.port}`), name);
      await expect.poll(() => origin.received.at(-1)?.charCodeAt(0)).toBe(22);
    }
    expect(origin.received[0]).toContain("GOOD.test");
    expect(under.refused).toEqual([]);
  });

  it("is cut off for another host, before a byte of it is passed on", async () => {
    const origin = await anOrigin(() => {});
    const under = await aProxy(origin.port);
    const socket = await tunnelTo(under, `good.test:${origin.port}`);
    greet(socket, "other.test");
    await once(socket, "close");
    expect(origin.received).toEqual([""]);
    expect(under.refused).toEqual([
      { host: "good.test", port: origin.port, reason: "TLS inside of the tunnel is for another host" },
    ]);
  });

  it("may be for any host where the network is open", async () => {
    const origin = await anOrigin(() => {});
    const under = await aProxy(origin.port, { access: "open" });
    greet(await tunnelTo(under, `good.test:${origin.port}`), "other.test");
    await expect.poll(() => origin.received[0]).toContain("other.test");
  });

  it("is not waited for: a server may speak first", async () => {
    const origin = await echoOrigin();
    const under = await aProxy(origin.port);
    const socket = await tunnelTo(under, `good.test:${origin.port}`);
    await expect.poll(() => origin.sockets.length).toBe(1);
    origin.sockets[0]?.write("hello");
    expect(await until(socket, "hello")).toBe("hello");
    socket.write("SSH-2.0");
    expect(await until(socket, "SSH-2.0")).toBe("SSH-2.0");
  });
});
