import { once } from "node:events";
import {
  createServer,
  request as sendHttp,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "./random.ts";

export const FAULTS = ["lose request", "lose answer", "delay", "duplicate", "reorder"] as const;
export type Fault = (typeof FAULTS)[number];
/** The share of all requests that has each fault, from 0 to 1. */
export type FaultRates = Readonly<Partial<Record<Fault, number>>>;

/** `arrived`: the service does not have it yet. `done`: it took effect, and nobody knows. */
export type Moment = "arrived" | "done";
/** What happens at a moment of a request for an object, which waits for it. */
export type Watcher = (method: string, moment: Moment) => Promise<void>;

const LONGEST_DELAY_MS = 400;
/** How many later requests pass one that is held back, at most within so much time. */
const OVERTAKEN_BY = 2;
const LONGEST_HOLD_MS = 1_000;

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What belongs to one connection, and not to the message. */
function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _, "keep-alive": __, "transfer-encoding": ___, ...passed } = headers;
  return passed;
}

/**
 * Passes requests on to an S3 service on this machine as they are signed, with their host name. It loses, delays, duplicates and reorders
 * some, as its random numbers decide. The copy of a duplicated request arrives later.
 */
export class S3Faults {
  private readonly server = createServer((request, response) => {
    this.serve(request, response).catch(() => response.destroy());
  });
  private readonly held = new Set<{ left: number; readonly release: () => void }>();
  private readonly copies = new Set<Promise<unknown>>();
  private rates: FaultRates = {};
  private watcher: Watcher | null = null;
  /** The faults so far, and all requests. */
  readonly counts: Record<Fault | "requests", number> = {
    "lose request": 0,
    "lose answer": 0,
    delay: 0,
    duplicate: 0,
    reorder: 0,
    requests: 0,
  };

  constructor(
    private readonly target: number,
    private readonly random: Random,
  ) {}

  async listen(host: string): Promise<number> {
    this.server.listen(0, host);
    await once(this.server, "listening");
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await Promise.allSettled(this.copies);
  }

  /** From the next request on. Default: none. */
  setRates(rates: FaultRates): void {
    this.rates = rates;
  }

  /** From the next moment on; null: nobody. */
  watch(watcher: Watcher | null): void {
    this.watcher = watcher;
  }

  private nextFault(): Fault | null {
    let left = this.random();
    for (const fault of FAULTS) {
      left -= this.rates[fault] ?? 0;
      if (left < 0) return fault;
    }
    return null;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "" } = request;
    const watcher = /[?&]list-type=/.test(url) ? null : this.watcher;
    const body = await buffer(request);
    this.counts.requests += 1;
    const fault = this.nextFault();
    if (fault !== null) this.counts[fault] += 1;
    await watcher?.(method, "arrived");
    if (fault === "lose request") {
      request.socket.resetAndDestroy();
      return;
    }
    if (fault === "delay") await pause(this.random() * LONGEST_DELAY_MS);
    if (fault === "reorder") await this.untilOvertaken();
    const { status, headers, body: content } = await this.pass(request, body);
    if (fault === "duplicate") this.copyLater(request, body);
    for (const each of this.held) if (--each.left === 0) each.release();
    await watcher?.(method, "done");
    if (fault === "lose answer") request.socket.resetAndDestroy();
    else response.writeHead(status, withoutConnection(headers)).end(content);
  }

  private async untilOvertaken(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const waiting = { left: OVERTAKEN_BY, release: () => resolve(undefined) };
    this.held.add(waiting);
    await Promise.race([promise, pause(LONGEST_HOLD_MS)]);
    this.held.delete(waiting);
  }

  private copyLater(request: IncomingMessage, body: Buffer): void {
    const copy = pause(this.random() * LONGEST_DELAY_MS).then(() => this.pass(request, body));
    this.copies.add(copy);
    // Nobody waits for the answer.
    const end = () => this.copies.delete(copy);
    copy.then(end, end);
  }

  private pass({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = sendHttp(
        {
          host: "127.0.0.1",
          port: this.target,
          method,
          path: url,
          agent: false,
          headers: { ...withoutConnection(headers), "content-length": String(body.length) },
        },
        (response) => {
          buffer(response).then(
            (content) =>
              resolve({ status: response.statusCode ?? 500, headers: response.headers, body: content }),
            reject,
          );
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  }
}
