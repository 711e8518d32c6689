import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:tls";
import { describe, expect, it } from "vitest";
import type { EgressOptions } from "./egress-proxy.ts";
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
  const aRawProxy = (port: number, options: Partial<EgressOptions> = {}) =>
    aProxy(port, { rawPorts: [port], ...options });

  it("forwards bytes unchanged in both directions, also those after the request", async () => {
    const origin = await anOrigin((socket, text) => {
      if (text.endsWith("more")) socket.write("reply\0");
    });
    const under = await aRawProxy(origin.port);
    const socket = await under.open();
    socket.write(`${ask(`good.test:${origin.port}`)}first\0`);
    await until(socket, CONNECTED);
    socket.write("more");
    expect(await until(socket, "reply\0")).toBe("reply\0");
    expect(origin.received).toEqual(["first\0more"]);
  });

  it("stays open in one direction when the other has ended", async () => {
    const origin = await anOrigin(() => {}, { allowHalfOpen: true });
    const under = await aRawProxy(origin.port);
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

  it("ends with either side", async () => {
    const origin = await anOrigin(() => {});
    const under = await aRawProxy(origin.port);
    const one = await tunnelTo(under, `good.test:${origin.port}`);
    origin.sockets[0]?.resetAndDestroy();
    await once(one, "close");
    const two = await tunnelTo(under, `good.test:${origin.port}`);
    const [, there] = origin.sockets;
    two.destroy();
    if (there !== undefined && !there.destroyed) await once(there, "close");
  });

  it("connects to the checked address, by one look-up", async () => {
    const origin = await okOrigin();
    let asked = 0;
    const under = await aRawProxy(origin.port, {
      resolve: async () => [{ address: asked++ === 0 ? "127.0.0.1" : "169.254.169.254", family: 4 }],
    });
    await tunnelTo(under, `good.test:${origin.port}`);
    expect(asked).toBe(1);
    expect(await under.exchange(ask(`good.test:${origin.port}`))).toMatch(/^HTTP\/1\.1 403 /);
  });

  it("tries the next address where one does not respond", async () => {
    const origin = await okOrigin();
    const under = await aRawProxy(origin.port, {
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

  it("while a response is still being written on its connection", async () => {
    const origin = await anOrigin(() => {});
    const { exchange } = await aProxy(origin.port);
    const before = `GET http://good.test:${origin.port}/ HTTP/1.1\r\nHost: a\r\n\r\n`;
    expect(await exchange(before + ask(`good.test:${origin.port}`))).toBe("");
  });
});

describe("the content of a tunnel where hosts are listed", () => {
  const greet = (socket: Socket, servername: string) => {
    const client = connect({ socket, servername, rejectUnauthorized: false });
    client.on("error", () => {});
  };
  const because = (host: string, port: number, reason: string) => [{ host, port, reason }];

  it("may be TLS for the tunnel's own host", async () => {
    const origin = await anOrigin(() => {});
    const under = await aProxy(origin.port);
    greet(await tunnelTo(under, `good.test:${origin.port}`), "GOOD.test");
    await expect.poll(() => origin.received[0]).toContain("GOOD.test");
    expect(under.refused).toEqual([]);
  });

  it("may be TLS without a name for a listed address", async () => {
    const origin = await anOrigin(() => {});
    const under = await aProxy(origin.port, { access: { allow: ["127.0.0.1"] } });
    greet(await tunnelTo(under, `127.0.0.1:${origin.port}`), "");
    await expect.poll(() => origin.received[0]?.charCodeAt(0)).toBe(22);
    const socket = await tunnelTo(under, `127.0.0.1:${origin.port}`);
    greet(socket, "other.test");
    await once(socket, "close");
    expect(origin.received[1]).toBe("");
    expect(under.refused).toHaveLength(1);
  });

  it.each([
    ["for another host", "other.test", "TLS inside of the tunnel is for another host"],
    ["that names no host", "", "TLS inside of the tunnel names no host"],
  ])("is no TLS %s: it is cut off before a byte is passed on", async (_, name, reason) => {
    const origin = await anOrigin(() => {});
    const under = await aProxy(origin.port);
    const socket = await tunnelTo(under, `good.test:${origin.port}`);
    greet(socket, name);
    await once(socket, "close");
    expect(origin.received).toEqual([""]);
    expect(under.refused).toEqual(because("good.test", origin.port, reason));
  });

  it.each([
    ["ssh", "SSH-2.0-OpenSSH_10.0\r\n"],
    ["HTTP/2 without TLS", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["TLS that cannot be read", "\u0016\u0003\u0001\0\u0004\u0002\0\0\0"],
    ["TLS behind other bytes", "\0\u0016\u0003\u0001"],
  ])("is not %s", async (_, bytes) => {
    const origin = await anOrigin(() => {});
    const under = await aProxy(origin.port);
    const socket = await tunnelTo(under, `good.test:${origin.port}`);
    socket.write(Buffer.from(bytes, "latin1"));
    await once(socket, "close");
    expect(origin.received).toEqual([""]);
    expect(under.refused).toMatchObject([{ host: "good.test", port: origin.port }]);
  });

  it("may not start with bytes of the server", async () => {
    const origin = await anOrigin(() => {});
    const under = await aProxy(origin.port);
    const socket = await tunnelTo(under, `good.test:${origin.port}`);
    const text = textOf(socket);
    await expect.poll(() => origin.sockets.length).toBe(1);
    origin.sockets[0]?.write("SSH-2.0-server\r\n");
    socket.write("SSH-2.0-client\r\n");
    expect(await text).toBe("");
  });

  it("ends with the server, also before the client's first bytes", async () => {
    const origin = await anOrigin(() => {});
    const under = await aProxy(origin.port);
    const socket = await tunnelTo(under, `good.test:${origin.port}`);
    await expect.poll(() => origin.sockets.length).toBe(1);
    origin.sockets[0]?.resetAndDestroy();
    await once(socket, "close");
  });

  it("may be HTTP for the tunnel's own host only, checked request by request", async () => {
    const origin = await okOrigin();
    const under = await aProxy(origin.port);
    const socket = await tunnelTo(under, `good.test:${origin.port}`);
    const request = (host: string, fields = "") => `GET /a?b HTTP/1.1\r\nHost: ${host}\r\n${fields}\r\n`;
    socket.write("GE");
    socket.write(request(`Good.test:${origin.port}`).slice(2));
    expect(await until(socket, "ok")).toMatch(/^HTTP\/1\.1 200 /);
    socket.write(request("good.test", "Proxy-Authorization: word\r\n"));
    expect(await until(socket, "ok")).toMatch(/^HTTP\/1\.1 200 /);
    socket.write(request("other.test"));
    expect(await until(socket, "another host")).toMatch(/^HTTP\/1\.1 403 /);
    const answered = origin.received.filter((text) => text !== "");
    expect(answered).toHaveLength(2);
    for (const text of answered) expect(text).toContain(`host: good.test:${origin.port}\r\n`);
    expect(answered.join("")).not.toContain("word");
    expect(under.refused).toEqual(
      because("good.test", origin.port, "HTTP inside of the tunnel is for another host"),
    );
  });

  it.each(["http://other.test/", "http://good.test:PORT/", "*"])(
    "may not be HTTP with a target of another form: %s",
    async (target) => {
      const origin = await okOrigin();
      const under = await aProxy(origin.port);
      const socket = await tunnelTo(under, `good.test:${origin.port}`);
      const form = target.replace("PORT", String(origin.port));
      socket.write(`GET ${form} HTTP/1.1\r\nHost: good.test\r\n\r\n`);
      expect(await until(socket, "\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
      expect(origin.received).toEqual([""]);
    },
  );

  it("is checked again for a tunnel inside of a tunnel", async () => {
    const origin = await okOrigin();
    const under = await aProxy(origin.port);
    const socket = await tunnelTo(under, `good.test:${origin.port}`);
    socket.write(ask(`other.test:${origin.port}`));
    expect(await until(socket, "\r\n\r\n")).toMatch(/^HTTP\/1\.1 403 /);
    expect(origin.received).toEqual([""]);
  });

  it("may be any protocol on a raw port", async () => {
    const origin = await echoOrigin();
    const under = await aProxy(origin.port, { ports: [], rawPorts: [origin.port] });
    const socket = await tunnelTo(under, `good.test:${origin.port}`);
    await expect.poll(() => origin.sockets.length).toBe(1);
    origin.sockets[0]?.write("hello");
    expect(await until(socket, "hello")).toBe("hello");
    socket.write("SSH-2.0");
    expect(await until(socket, "SSH-2.0")).toBe("SSH-2.0");
  });

  it("is not examined where the network is open", async () => {
    const origin = await anOrigin(() => {});
    const under = await aProxy(origin.port, { access: "open" });
    greet(await tunnelTo(under, `good.test:${origin.port}`), "other.test");
    await expect.poll(() => origin.received[0]).toContain("other.test");
  });
});
