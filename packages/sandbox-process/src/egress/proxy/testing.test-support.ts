import { once } from "node:events";
import { connect, createServer, Socket, type Server } from "node:net";
import { join } from "node:path";
import type { NetworkRefusal } from "@workspace-agent/core/ports";
import { onTestFinished, vi } from "vitest";
import { newFolder } from "../../testing/new-folder.ts";
import { egressProxy, type EgressOptions, type EgressProxy } from "./egress-proxy.ts";

/** A server on loopback that records what it receives. */
export interface Origin {
  readonly port: number;
  /** What each connection has sent so far. */
  readonly received: string[];
  readonly sockets: Socket[];
}

export const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/** Responds to each connection after its first bytes. */
export async function anOrigin(
  onData: (socket: Socket, text: string) => void,
  options: { readonly allowHalfOpen?: boolean } = {},
): Promise<Origin> {
  const origin = { port: 0, received: [] as string[], sockets: [] as Socket[] };
  const server: Server = createServer(options, (socket) => {
    const index = origin.received.push("") - 1;
    origin.sockets.push(socket);
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const text = `${origin.received[index] ?? ""}${chunk.toString("latin1")}`;
      origin.received[index] = text;
      onData(socket, text);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of origin.sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  origin.port = typeof address === "object" && address !== null ? address.port : 0;
  return origin;
}

/** An origin that responds to every complete head with `ok`. */
export const okOrigin = () =>
  anOrigin((socket, text) => {
    if (text.includes("\r\n\r\n")) socket.write(OK);
  });

export interface ProxyUnderTest {
  readonly proxy: EgressProxy;
  readonly path: string;
  readonly refused: NetworkRefusal[];
  /** The names that were looked up. */
  readonly asked: string[];
  /** Sends bytes on a new connection, and returns everything received until it is closed. */
  exchange(bytes: string | Buffer): Promise<string>;
  open(): Promise<Socket>;
}

/** A proxy for `good.test` and `also.test` on loopback, and `bad.test` at the metadata address. */
export async function aProxy(port: number, options: Partial<EgressOptions> = {}): Promise<ProxyUnderTest> {
  const path = join(await newFolder(), "proxy");
  const refused: NetworkRefusal[] = [];
  const asked: string[] = [];
  const proxy = egressProxy({
    access: { allow: ["good.test", "also.test", "bad.test", "none.test", "broken.test"] },
    ports: [port],
    privateNetworks: ["127.0.0.1"],
    resolve: async (name) => {
      asked.push(name);
      if (name === "broken.test") throw new Error("No name server answers.");
      if (name === "none.test") return [];
      return [{ address: name === "bad.test" ? "169.254.169.254" : "127.0.0.1", family: 4 }];
    },
    onRefused: (refusal) => refused.push(refusal),
    ...options,
  });
  await proxy.listen(path);
  onTestFinished(() => proxy.close());
  const open = async () => {
    const socket = connect(path);
    socket.on("error", () => {});
    await once(socket, "connect");
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  return {
    proxy,
    path,
    refused,
    asked,
    open,
    async exchange(bytes) {
      const socket = await open();
      const text = textOf(socket);
      socket.write(bytes);
      return text;
    },
  };
}

/** Stops the time limits of sockets until the end of the test. Returns a function that expires those of a given length. */
export function heldTimeLimits(): (ms: number) => void {
  const limits = new Map<Socket, number>();
  const spy = vi.spyOn(Socket.prototype, "setTimeout").mockImplementation(function (
    this: Socket,
    ms: number,
    listener?: () => void,
  ) {
    limits.set(this, ms);
    if (listener !== undefined) this.once("timeout", listener);
    return this;
  });
  onTestFinished(() => spy.mockRestore());
  return (ms) => {
    for (const [socket, limit] of limits) if (limit === ms) socket.emit("timeout");
  };
}

/** Everything received until the connection is closed, even by a reset. */
export async function textOf(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString("latin1")));
  await new Promise((resolve) => socket.once("close", resolve));
  return text;
}

/** Everything received until it contains a text. */
export function until(socket: Socket, wanted: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const onData = (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (!text.includes(wanted)) return;
      socket.off("data", onData);
      resolve(text);
    };
    socket.on("data", onData);
    socket.once("close", () => reject(new Error(`The connection was closed after: ${text}`)));
  });
}
