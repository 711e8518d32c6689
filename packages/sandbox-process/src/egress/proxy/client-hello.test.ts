import { createServer, connect as connectTcp, type AddressInfo } from "node:net";
import { once } from "node:events";
import { connect, type ConnectionOptions } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { GreetingReader } from "./client-hello.ts";

const readGreeting = (bytes: Buffer) => new GreetingReader().add(bytes);

/** The first bytes of a TLS client of this runtime. */
async function greetingOf(options: ConnectionOptions): Promise<Buffer> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const raw = connectTcp(port, "127.0.0.1");
  const client = connect({ socket: raw, rejectUnauthorized: false, ...options });
  client.on("error", () => {});
  onTestFinished(() => {
    client.destroy();
    raw.destroy();
    server.close();
  });
  return new Promise((resolve) => {
    server.once("connection", (socket) => {
      socket.once("data", (bytes) => {
        socket.destroy();
        resolve(bytes);
      });
    });
  });
}

/** The same greeting in records of a few bytes each, as TLS allows. */
function inRecords(bytes: Buffer, size: number): Buffer {
  const message = bytes.subarray(5);
  const records: Buffer[] = [];
  for (let at = 0; at < message.length; at += size) {
    const part = message.subarray(at, at + size);
    records.push(Buffer.from([22, 3, 1, part.length >> 8, part.length & 255]), part);
  }
  return Buffer.concat(records);
}

describe("the first bytes of a tunnel", () => {
  it("show the server name of TLS", async () => {
    for (const maxVersion of ["TLSv1.2", "TLSv1.3"] as const) {
      const bytes = await greetingOf({ servername: "Good.test", maxVersion });
      expect(readGreeting(bytes)).toEqual({ type: "tls", serverName: "Good.test" });
    }
  });

  it("show that TLS has no server name", async () => {
    expect(readGreeting(await greetingOf({}))).toEqual({ type: "tls", serverName: null });
  });

  it("are incomplete until the last byte, wherever they are split", async () => {
    const bytes = await greetingOf({ servername: "good.test" });
    for (let length = 0; length < bytes.length; length++)
      expect(readGreeting(bytes.subarray(0, length)), `${length}`).toEqual({ type: "incomplete" });
  });

  it("show a name that is split over many records", async () => {
    const bytes = await greetingOf({ servername: "good.test" });
    for (const size of [1, 7, 100])
      expect(readGreeting(inRecords(bytes, size))).toEqual({ type: "tls", serverName: "good.test" });
  });

  it("are not TLS where they begin differently", () => {
    for (const text of ["SSH-2.0-x\r\n", "GET / HTTP/1.1\r\n", "\0", "\u0080"])
      expect(readGreeting(Buffer.from(text, "latin1"))).toEqual({ type: "other" });
  });

  it("are unreadable where TLS is malformed", async () => {
    const bytes = await greetingOf({ servername: "good.test" });
    const change = (at: number, value: number) => {
      const changed = Buffer.from(bytes);
      changed[at] = value;
      return changed;
    };
    const cases = {
      "another message": change(5, 2),
      "a length beyond the message's": change(43, 255),
      "no end in sight": Buffer.concat([
        Buffer.from([22, 3, 1, 255, 255, 1, 0, 255, 255]),
        Buffer.alloc(70_000),
      ]),
      "an endless message": Buffer.from([22, 3, 1, 0, 4, 1, 255, 255, 255]),
      "another record in between": Buffer.concat([
        inRecords(bytes, 10).subarray(0, 15),
        Buffer.from([23, 3, 1, 0, 1, 0]),
      ]),
    };
    for (const [name, changed] of Object.entries(cases))
      expect(readGreeting(changed).type, name).toBe("unreadable");
  });

  it("never make the reader throw, whichever byte is changed", async () => {
    const bytes = await greetingOf({ servername: "good.test" });
    for (let at = 0; at < bytes.length; at++) {
      for (const value of [0, 1, 127, 255]) {
        const changed = Buffer.from(bytes);
        changed[at] = value;
        expect(() => readGreeting(changed)).not.toThrow();
      }
    }
  });
});
