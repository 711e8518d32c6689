import { METHODS } from "node:http";
import type { Socket } from "node:net";
import type { Host } from "../hosts/host.ts";
import { readGreeting, type Greeting } from "./client-hello.ts";

/** What a client begins a tunnel with. */
export type Opening = Greeting | { readonly type: "http" };

const LINES = METHODS.map((method) => `${method} `);
const LONGEST = Math.max(...LINES.map((line) => line.length));

/** What these first bytes of a client begin. */
function readOpening(bytes: Buffer): Opening {
  const greeting = readGreeting(bytes);
  if (greeting.type !== "other") return greeting;
  const start = bytes.subarray(0, LONGEST).toString("latin1");
  if (LINES.some((line) => start.startsWith(line))) return { type: "http" };
  return { type: LINES.some((line) => line.startsWith(start)) ? "incomplete" : "other" };
}

/** Waits for what a client begins with. The bytes stay to be read. Null: it ended before that was known. */
export function openingOf(client: Socket): Promise<Opening | null> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const settle = (opening: Opening | null) => {
      client.off("readable", onReadable);
      client.off("end", onEnd);
      client.off("close", onEnd);
      if (opening !== null) client.unshift(bytes);
      resolve(opening);
    };
    const onEnd = () => settle(null);
    const onReadable = () => {
      const chunk: unknown = client.read();
      if (!Buffer.isBuffer(chunk)) return;
      bytes = Buffer.concat([bytes, chunk]);
      const opening = readOpening(bytes);
      if (opening.type !== "incomplete") settle(opening);
    };
    client.on("readable", onReadable);
    client.once("end", onEnd);
    client.once("close", onEnd);
  });
}

/**
 * Why a tunnel to a host may not begin so, or null: it carries TLS for that host and nothing else. Many hosts stand behind one address, and
 * the name in the greeting picks among them; TLS to an address names no host (RFC 6066, 3).
 */
export function refusalOf(opening: Exclude<Opening, { readonly type: "http" }>, host: Host): string | null {
  if (opening.type === "unreadable") return "TLS inside of the tunnel cannot be read";
  if (opening.type !== "tls") return "the tunnel carries neither TLS nor HTTP";
  const { serverName } = opening;
  if (serverName === null) return host.type === "address" ? null : "TLS inside of the tunnel names no host";
  return serverName.toLowerCase() === host.text ? null : "TLS inside of the tunnel is for another host";
}
