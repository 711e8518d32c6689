import { setTimeout as pause } from "node:timers/promises";
import type { InstanceProcess } from "./instance-process.ts";

/** How long an instance, which may be frozen, may take to answer. */
const ANSWER_MS = 4_000;
const RETRY_MS = 100;

/** Calls the instances in turn, like a simple load balancer, and retries on another one. */
export class Caller {
  private next = 0;
  /** Calls that had to be repeated. */
  retries = 0;

  constructor(private readonly instances: readonly InstanceProcess[]) {}

  private turnTo(): InstanceProcess {
    this.next += 1;
    const instance = this.instances[this.next % this.instances.length];
    if (instance === undefined) throw new Error("There is no instance.");
    return instance;
  }

  /** The answer of one instance, with any status. Throws if there is none. */
  async once(path: string, init: RequestInit = {}): Promise<Response> {
    const { base } = this.turnTo();
    return await fetch(base + path, { ...init, signal: init.signal ?? AbortSignal.timeout(ANSWER_MS) });
  }

  /** The body of a successful answer. A change needs a key, so that it can be repeated. */
  async call<T>(method: string, path: string, body?: unknown, key?: string): Promise<T> {
    const headers = {
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(key !== undefined && { "idempotency-key": key }),
    };
    for (;;) {
      try {
        const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
        const response = await this.once(path, init);
        const text = await response.text();
        if (response.ok) return JSON.parse(text) as T;
        const mayPass = response.status >= 500 || response.status === 429 || response.status === 409;
        if (!mayPass) throw new Refused(`${method} ${path}: ${response.status} ${text}`);
      } catch (error) {
        if (error instanceof Refused) throw error;
      }
      this.retries += 1;
      await pause(RETRY_MS);
    }
  }
}

/** The call itself is invalid. */
export class Refused extends Error {
  override readonly name = "Refused";
}
