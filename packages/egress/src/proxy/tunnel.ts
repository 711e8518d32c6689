import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { readAuthority } from "../hosts/host.ts";
import { ServerNameGuard } from "./server-name-guard.ts";
import { MALFORMED, type Failure, type WayOut } from "./way-out.ts";

const REASONS: Readonly<Record<Failure["status"], string>> = {
  400: "Bad Request",
  403: "Forbidden",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** Writes an answer on a connection that no HTTP server has any more, and ends it. What the client still sends is thrown away. */
export function answerRaw(client: Duplex, { status, text }: Failure): void {
  if (client.destroyed || !client.writable) {
    client.destroy();
    return;
  }
  const body = `${text}\n`;
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status]}`,
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  client.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  client.resume();
}

/** Answers `CONNECT` and joins both connections. Never throws. */
export async function tunnel(
  request: IncomingMessage,
  client: Socket,
  head: Buffer,
  way: WayOut,
): Promise<void> {
  const target = readAuthority(request.url ?? "", null);
  if (target === null) {
    answerRaw(client, way.refuse(MALFORMED));
    return;
  }
  const gone = new AbortController();
  client.once("close", () => gone.abort());
  const connected = await way.connect(target, gone.signal);
  if ("status" in connected) {
    answerRaw(client, connected);
    return;
  }
  const { idleMs, halfOpenMs } = way.limits;
  for (const side of [client, connected]) {
    side.setTimeout(idleMs, () => side.destroy());
    // A client that was killed looks like one that only has nothing more to say.
    side.once("end", () => side.setTimeout(Math.min(idleMs, halfOpenMs)));
  }
  if (client.destroyed) {
    connected.destroy();
    return;
  }
  client.write("HTTP/1.1 200 Connection established\r\n\r\n");
  if (head.length > 0) client.unshift(head);
  await join(client, connected, way.rules.holdsNames ? guarded() : null);

  function guarded(): ServerNameGuard {
    return new ServerNameGuard(target?.host.text ?? "", (reason) => {
      if (target !== null) way.refuse({ host: target.host.text, port: target.port, reason });
    });
  }
}

/** Resolves when both are closed. The end of one direction is passed on; the end of one connection is the end of the other. */
function join(client: Socket, upstream: Socket, guard: ServerNameGuard | null): Promise<void> {
  return new Promise((resolve) => {
    let open = 2;
    const closed = (other: Socket) => () => {
      // What was received before is still delivered.
      other.destroySoon();
      if (--open === 0) resolve();
    };
    client.once("close", closed(upstream));
    upstream.once("close", closed(client));
    upstream.on("error", () => {});
    if (guard === null) client.pipe(upstream);
    else {
      guard.once("error", () => {
        client.destroy();
        upstream.destroy();
      });
      client.pipe(guard).pipe(upstream);
    }
    upstream.pipe(client);
  });
}
