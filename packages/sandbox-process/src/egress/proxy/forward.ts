import { request as send, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { readAuthority, toField, type Authority } from "../host.ts";
import { endToEndFields } from "./end-to-end-fields.ts";
import { MALFORMED, type Failure, type EgressGateway } from "./egress-gateway.ts";

const HTTP_PORT = 80;

interface Target {
  /** Null where it names no host. */
  readonly authority: Authority | null;
  readonly path: string;
}

/** A request target in absolute form (RFC 9112, 3.2.2); null for every other form. */
function readTarget(url: string): Target | null {
  const [, authority, path = "", query = ""] = /^http:\/\/([^/?#]*)(\/[^?#]*)?(\?[^#]*)?$/i.exec(url) ?? [];
  if (authority === undefined) return null;
  return { authority: readAuthority(authority, HTTP_PORT), path: `${path === "" ? "/" : path}${query}` };
}

/** A request target in origin form (RFC 9112, 3.2.1), as requests inside a tunnel have; null for every other form. */
const readOriginForm = (url: string, authority: Authority): Target | null =>
  /^\/[^#]*$/.test(url) ? { authority, path: url } : null;

function answer(response: ServerResponse, { status, text }: Failure): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${text}\n`);
}

const NO_PROXY_REQUEST: Failure = {
  status: 400,
  text: "This is a proxy: it accepts requests for http:// addresses in absolute form, and CONNECT.",
};

const UNKNOWN_CODING: Failure = { status: 400, text: "A request may have no transfer coding but chunked." };

/** Forwards one request over a connection of its own, and its response back. `tunnel`: the target of the tunnel that it came in. Never throws. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  gateway: EgressGateway,
  tunnel: Authority | null,
): Promise<void> {
  const url = request.url ?? "";
  const target = tunnel === null ? readTarget(url) : readOriginForm(url, tunnel);
  const coding = request.headers["transfer-encoding"] ?? "chunked";
  if (target === null || coding.toLowerCase() !== "chunked") {
    answer(response, target === null ? NO_PROXY_REQUEST : UNKNOWN_CODING);
    return;
  }
  const { authority, path } = target;
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  if (authority === null) {
    answer(response, gateway.refuse(MALFORMED));
    return;
  }
  if (
    tunnel !== null &&
    readAuthority(request.headers.host ?? "", HTTP_PORT)?.host.text !== tunnel.host.text
  ) {
    const reason = "HTTP inside of the tunnel is for another host";
    answer(response, gateway.refuse({ host: tunnel.host.text, port: tunnel.port, reason }));
    return;
  }
  const connected = await gateway.connect(authority, gone.signal);
  if ("status" in connected) {
    answer(response, connected);
    return;
  }
  try {
    await exchange(request, response, { socket: connected, gateway, gone: gone.signal, path, authority });
  } catch {
    answer(response, { status: 502, text: `${authority.host.text} gave no complete response.` });
  } finally {
    connected.destroy();
  }
}

interface Route {
  readonly socket: Socket;
  readonly gateway: EgressGateway;
  readonly gone: AbortSignal;
  readonly path: string;
  readonly authority: Authority;
}

async function exchange(request: IncomingMessage, response: ServerResponse, to: Route): Promise<void> {
  to.socket.setTimeout(to.gateway.limits.idleMs, () =>
    to.socket.destroy(new Error("The connection was idle for too long.")),
  );
  const isChunked = request.headers["transfer-encoding"] !== undefined;
  const upstream = send({
    createConnection: () => to.socket,
    method: request.method ?? "GET",
    path: to.path,
    headers: {
      ...endToEndFields(request.rawHeaders),
      // The host that was checked, whatever the client sent.
      host: toField(to.authority, HTTP_PORT),
      connection: "close",
      ...(isChunked && { "transfer-encoding": "chunked" }),
    },
    setHost: false,
    maxHeaderSize: to.gateway.limits.headerBytes,
    signal: to.gone,
  });
  const replied = new Promise<IncomingMessage>((resolve, reject) => {
    upstream.once("response", resolve);
    upstream.on("error", reject);
    upstream.once("close", () => reject(new Error("The connection was closed.")));
  });
  if (isChunked || request.headers["content-length"] !== undefined) request.pipe(upstream);
  else upstream.end();
  try {
    const reply = await replied;
    response.writeHead(reply.statusCode ?? 502, reply.statusMessage, endToEndFields(reply.rawHeaders));
    await pipeline(reply, response);
  } finally {
    // A server may respond before it has read the body: the rest of it is discarded.
    request.unpipe(upstream);
    request.resume();
  }
}
