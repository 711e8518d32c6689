import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { readAuthority, type Authority } from "../host.ts";
import { openingOf, refusalOf } from "./opening.ts";
import { MALFORMED, type Failure, type EgressGateway } from "./egress-gateway.ts";

/** Writes a response to a connection that no HTTP server handles any more, and ends it. Discards what the client still sends. */
export function answerRaw(client: Duplex, { status, text }: Failure): void {
  if (client.destroyed || !client.writable) {
    client.destroy();
    return;
  }
  const body = `${text}\n`;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  client.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  client.resume();
}

/**
 * Answers `CONNECT`, and joins both connections once the client's first bytes are what a tunnel to this host may carry. A client that sends
 * HTTP goes to `onHttp`, since its requests have to be checked one by one. Never throws.
 */
export async function tunnel(
  request: IncomingMessage,
  client: Socket,
  head: Buffer,
  gateway: EgressGateway,
  onHttp: (client: Socket, authority: Authority) => void,
): Promise<void> {
  const { idleMs, halfOpenMs } = gateway.limits;
  const closeWhenIdle = (side: Socket) => side.setTimeout(idleMs, () => side.destroy());
  closeWhenIdle(client);
  const target = readAuthority(request.url ?? "", null);
  if (target === null) {
    answerRaw(client, gateway.refuse(MALFORMED));
    return;
  }
  const gone = new AbortController();
  client.once("close", () => gone.abort());
  const connected = await gateway.connect(target, gone.signal);
  if ("status" in connected) {
    answerRaw(client, connected);
    return;
  }
  closeWhenIdle(connected);
  if (client.destroyed) {
    connected.destroy();
    return;
  }
  client.write("HTTP/1.1 200 Connection established\r\n\r\n");
  if (head.length > 0) client.unshift(head);
  if (gateway.rules.examines(target.port)) {
    const closeClient = () => client.destroy();
    connected.once("close", closeClient);
    const opening = await openingOf(client);
    connected.off("close", closeClient);
    if (opening?.type === "http") {
      connected.destroy();
      onHttp(client, target);
      return;
    }
    const reason = opening === null ? null : refusalOf(opening, target.host);
    if (reason !== null) gateway.refuse({ host: target.host.text, port: target.port, reason });
    if (opening === null || reason !== null) {
      client.destroy();
      connected.destroy();
      return;
    }
  }
  for (const side of [client, connected]) {
    // A client that was killed looks like one that has nothing more to send.
    side.once("end", () => side.setTimeout(Math.min(idleMs, halfOpenMs)));
  }
  await join(client, connected);
}

/** Resolves when both are closed. The end of one direction is forwarded; the end of one connection ends the other. */
function join(client: Socket, upstream: Socket): Promise<void> {
  return new Promise((resolve) => {
    let open = 2;
    const closed = (other: Socket) => () => {
      // Delivers what was received before.
      other.destroySoon();
      if (--open === 0) resolve();
    };
    for (const [side, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      if (side.closed) closed(other)();
      else side.once("close", closed(other));
    }
    upstream.on("error", () => {});
    client.pipe(upstream);
    upstream.pipe(client);
  });
}
