import { chmod, unlink } from "node:fs/promises";
import { createServer as createHttpServer, type IncomingMessage, type Server as HttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import type { NetworkRefusal } from "@workspace-agent/core/ports";
import type { Authority } from "../hosts/host.ts";
import type { Rules } from "../rules.ts";
import { forward } from "./forward.ts";
import { DEFAULT_LIMITS, type EgressLimits } from "./limits.ts";
import { answerRaw, tunnel } from "./tunnel.ts";
import { WayOut, type Failure } from "./way-out.ts";

const KEEP_ALIVE_MS = 30_000;

const TOO_MANY: Failure = {
  status: 503,
  text: "This workspace has too many connections open. Try again when some have ended.",
};

async function removeSocket(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  });
}

export class ProxyServer {
  private readonly way: WayOut;
  private readonly limits: EgressLimits;
  /** Never listens itself: connections are given to it. */
  private readonly http: HttpServer;
  private readonly servers = new Set<Server>();
  private readonly clients = new Set<Socket>();
  /** Requests and tunnels that are not over, by their connection. */
  private readonly busy = new Map<Socket, number>();
  private exchanges = 0;
  /** Of clients that speak HTTP inside of a tunnel: where it leads. */
  private readonly tunnels = new WeakMap<Socket, Authority>();

  constructor(
    rules: Rules,
    options: {
      readonly onRefused?: (refusal: NetworkRefusal) => void;
      readonly limits?: Partial<EgressLimits>;
    },
  ) {
    this.limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.way = new WayOut(rules, this.limits, options.onRefused ?? (() => {}));
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
      void this.during(socket, () => forward(request, response, this.way, this.tunnels.get(socket) ?? null));
    });
    const onHttp = (client: Socket, authority: Authority) => {
      this.tunnels.set(client, authority);
      http.emit("connection", client);
    };
    http.on("connect", (request: IncomingMessage, client: Socket, head: Buffer) => {
      client.on("error", () => {});
      // An answer that is still being written would run into the tunnel.
      if (this.busy.has(client)) client.destroy();
      else if (this.exchanges >= this.limits.connections) answerRaw(client, TOO_MANY);
      else void this.during(client, () => tunnel(request, client, head, this.way, onHttp));
    });
    http.on("clientError", (_, client) => {
      answerRaw(client, { status: 400, text: "This is no HTTP request that a proxy can take." });
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
    // The end of what a client sends is not the end of what it reads.
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
    await removeSocket(path);
    const server = createServer({ allowHalfOpen: true });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(path, () => resolve());
    });
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
