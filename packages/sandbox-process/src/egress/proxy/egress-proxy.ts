import { once } from "node:events";
import { chmod, rm } from "node:fs/promises";
import { createServer as createHttpServer, type IncomingMessage, type Server as HttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import type { NetworkRefusal } from "@workspace-agent/core/ports";
import type { Authority } from "../host.ts";
import { Rules, type RulesOptions } from "../rules.ts";
import { EgressGateway, type Failure } from "./egress-gateway.ts";
import { forward } from "./forward.ts";
import { DEFAULT_LIMITS, type EgressLimits } from "./limits.ts";
import { answerRaw, tunnel } from "./tunnel.ts";

const KEEP_ALIVE_MS = 30_000;

const TOO_MANY: Failure = {
  status: 503,
  text: "This workspace has too many connections open. Try again when some have ended.",
};

export interface EgressOptions extends RulesOptions {
  /** Called for each refusal as it happens. Must not throw. */
  readonly onRefused?: (refusal: NetworkRefusal) => void;
  readonly limits?: Partial<EgressLimits>;
}

/** The egress gateway of one workspace, as an HTTP proxy. */
export interface EgressProxy {
  /** Listens on a unix socket that every user may connect to: the rights of its folder decide who can reach it. Replaces a socket that is there. */
  listen(path: string): Promise<void>;
  /** Serves the connections of a server that listens already, in another network namespace for example, and closes it in the end. */
  attach(server: Server): void;
  /** Ends every connection, stops listening and removes the files of the sockets. Idempotent. */
  close(): Promise<void>;
}

class ProxyServer implements EgressProxy {
  private readonly gateway: EgressGateway;
  private readonly limits: EgressLimits;
  /** Never listens itself: it receives accepted connections. */
  private readonly http: HttpServer;
  private readonly servers = new Set<Server>();
  private readonly clients = new Set<Socket>();
  /** How many requests and tunnels a connection has open. */
  private readonly busy = new Map<Socket, number>();
  private exchanges = 0;
  /** The target of a client's tunnel, where the client sends HTTP inside it. */
  private readonly tunnels = new WeakMap<Socket, Authority>();

  constructor({ onRefused = () => {}, limits, ...rules }: EgressOptions) {
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    this.gateway = new EgressGateway(new Rules(rules), this.limits, onRefused);
    this.http = this.makeHttp();
  }

  private makeHttp(): HttpServer {
    const http = createHttpServer({
      maxHeaderSize: this.limits.headerBytes,
      keepAliveTimeout: Math.min(KEEP_ALIVE_MS, this.limits.idleMs),
      requestTimeout: 0,
    });
    http.timeout = this.limits.idleMs;
    http.on("request", (request, response) => {
      if (this.exchanges >= this.limits.connections) {
        request.resume();
        response.writeHead(TOO_MANY.status, { connection: "close" }).end(`${TOO_MANY.text}\n`);
        return;
      }
      const { socket } = request;
      void this.during(socket, () =>
        forward(request, response, this.gateway, this.tunnels.get(socket) ?? null),
      );
    });
    const onHttp = (client: Socket, authority: Authority) => {
      this.tunnels.set(client, authority);
      http.emit("connection", client);
    };
    http.on("connect", (request: IncomingMessage, client: Socket, head: Buffer) => {
      client.on("error", () => {});
      // A response that is still being written would run into the tunnel.
      if (this.busy.has(client)) client.destroy();
      else if (this.exchanges >= this.limits.connections) answerRaw(client, TOO_MANY);
      else void this.during(client, () => tunnel(request, client, head, this.gateway, onHttp));
    });
    http.on("clientError", (_, client) => {
      answerRaw(client, { status: 400, text: "This is no HTTP request that a proxy can handle." });
    });
    return http;
  }

  private async during(client: Socket, work: () => Promise<void>): Promise<void> {
    this.exchanges++;
    this.busy.set(client, (this.busy.get(client) ?? 0) + 1);
    try {
      await work();
    } finally {
      this.exchanges--;
      const left = (this.busy.get(client) ?? 1) - 1;
      if (left > 0) this.busy.set(client, left);
      else this.busy.delete(client);
    }
  }

  attach(server: Server): void {
    this.servers.add(server);
    server.once("close", () => this.servers.delete(server));
    server.on("connection", (client) => this.accept(client));
  }

  private accept(client: Socket): void {
    client.on("error", () => {});
    this.clients.add(client);
    client.once("close", () => this.clients.delete(client));
    // A client that sends nothing more may still read.
    client.allowHalfOpen = true;
    if (this.clients.size <= this.limits.connections) {
      this.http.emit("connection", client);
      return;
    }
    client.setTimeout(KEEP_ALIVE_MS, () => client.destroy());
    if (this.clients.size > 2 * this.limits.connections) client.destroy();
    else answerRaw(client, TOO_MANY);
  }

  async listen(path: string): Promise<void> {
    await rm(path, { force: true });
    const server = createServer({ allowHalfOpen: true }).listen(path);
    await once(server, "listening");
    this.attach(server);
    await chmod(path, 0o666);
  }

  async close(): Promise<void> {
    const closed = [...this.servers].map(
      (server) => new Promise<void>((resolve) => server.close(() => resolve())),
    );
    for (const client of this.clients) client.destroy();
    this.http.close();
    await Promise.all(closed);
  }
}

/**
 * Makes an HTTP proxy (RFC 9110, 9112) for requests in absolute form and `CONNECT` that forwards what a workspace may reach. A sandbox gives
 * its commands access to it (`listen`, `attach`) and `proxyEnvironment()`. Throws `RangeError` for invalid options.
 */
export function egressProxy(options: EgressOptions): EgressProxy {
  return new ProxyServer(options);
}
