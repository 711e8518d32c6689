import { METHODS } from "node:http";
import type { Socket } from "node:net";
import type { Host } from "../host.ts";
import { GreetingReader, type Greeting } from "./client-hello.ts";

/** What the first bytes of a client in a tunnel are. */
type Opening = Greeting | { readonly type: "http" };

const LINES = METHODS.map((method) => `${method} `);
const LONGEST = Math.max(...LINES.map((line) => line.length));

/** Classifies the first bytes of a client, in linear time however small the chunks are. */
export class OpeningReader {
  private readonly greeting = new GreetingReader();
  private readonly pieces: Buffer[] = [];
  /** Long enough to recognize a request line. */
  private start = "";

  /** Adds bytes and classifies all bytes so far. */
  add(bytes: Buffer): Opening {
    this.pieces.push(bytes);
    const greeting = this.greeting.add(bytes);
    if (greeting.type !== "other") return greeting;
    this.start += bytes.toString("latin1", 0, LONGEST - this.start.length);
    if (LINES.some((line) => this.start.startsWith(line))) return { type: "http" };
    return { type: LINES.some((line) => line.startsWith(this.start)) ? "incomplete" : "other" };
  }

  /** All that was added. */
  bytes(): Buffer {
    return Buffer.concat(this.pieces);
  }
}

/** Reads until the client's first bytes are classified, and puts them back. Null: the client ended before. */
export function openingOf(client: Socket): Promise<Opening | null> {
  return new Promise((resolve) => {
    const reader = new OpeningReader();
    const settle = (opening: Opening | null) => {
      client.off("readable", onReadable);
      client.off("end", onEnd);
      client.off("close", onEnd);
      if (opening !== null) client.unshift(reader.bytes());
      resolve(opening);
    };
    const onEnd = () => settle(null);
    const onReadable = () => {
      const chunk: unknown = client.read();
      if (!Buffer.isBuffer(chunk)) return;
      const opening = reader.add(chunk);
      if (opening.type !== "incomplete") settle(opening);
    };
    client.on("readable", onReadable);
    client.once("end", onEnd);
    client.once("close", onEnd);
  });
}

/**
 * Why a tunnel to a host may not begin like this, or null. It may carry TLS for that host only: many hosts share one address, and the
 * server name picks among them. TLS to an address names no host (RFC 6066, 3).
 */
export function refusalOf(opening: Exclude<Opening, { readonly type: "http" }>, host: Host): string | null {
  if (opening.type === "unreadable") return "TLS inside of the tunnel cannot be read";
  if (opening.type !== "tls") return "the tunnel carries neither TLS nor HTTP";
  const { serverName } = opening;
  if (serverName === null) return host.type === "address" ? null : "TLS inside of the tunnel names no host";
  return serverName.toLowerCase() === host.text ? null : "TLS inside of the tunnel is for another host";
}
