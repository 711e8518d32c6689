import { DomainError, type Principal } from "@workspace-agent/core";
import type { HandlerLimits } from "../options/handler-options.ts";

/** The kinds of long requests: event streams, waits, and large reads. */
export type LongRequest = "streams" | "waits" | "reads";

/** Counts the open requests of each principal on this instance. */
export class Concurrency {
  readonly #open = new Map<string, number>();
  readonly #limits: Required<HandlerLimits>;

  constructor(limits: Required<HandlerLimits>) {
    this.#limits = limits;
  }

  /** Counts a request until the returned function is called. Throws `rate_limited` beyond the limit. */
  enter(principal: Principal, kind: LongRequest): () => void {
    const key = JSON.stringify([kind, principal.tenant, principal.id]);
    const open = this.#open.get(key) ?? 0;
    const limit = this.#limits[`${kind}PerPrincipal`];
    if (open >= limit) {
      throw new DomainError("rate_limited", `At most ${limit} requests of the kind \`${kind}\` at once.`, {
        retryAfter: 1,
      });
    }
    this.#open.set(key, open + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (this.#open.get(key) ?? 0) - 1;
      if (left > 0) this.#open.set(key, left);
      else this.#open.delete(key);
    };
  }
}
