import { ERROR_CODES } from "../domain/errors/codes.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import type { HostDisk } from "./host-disk.ts";
import type { Shutdown } from "./shutdown.ts";

/** Finds what other instances have made due. */
const POLL_MS = 5_000;
/** What is due may be locked by another instance, or have failed here. */
const RETRY_MS = 100;
const AFTER_FAILURE_MS = 2_000;
/** Transactions at once, on a store that several instances share. */
const MAX_AT_ONCE = 4;

/** A refusal by the service, which a repetition would not change at once; other failures leave a thing due. */
export function isRefusal(error: unknown): error is DomainError {
  return DomainError.isInstance(error) && ERROR_CODES[error.code].status < 500;
}

export interface DueLoopPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly disk: Pick<HostDisk, "assertSpace">;
  readonly shutdown: Shutdown;
}

/** The time to go by: absent for the store's own, which the instances of a shared store go by. */
export interface DueTime {
  readonly now?: number;
}

/** The time now as the due times of a store are compared with it, in milliseconds. */
export async function dueNow(store: Store, clock: Clock): Promise<number> {
  return store.cluster === undefined ? clock.now() : store.now();
}

export interface DueWork {
  /** What is due, for the log. */
  readonly name: string;
  /** How long nothing is due, in milliseconds; null: nothing will be. */
  dueIn(time: DueTime): Promise<number | null>;
  /** Works on one thing that is due but not in `failed`, to which it adds the id of one that failed. Returns whether there was one. */
  next(time: DueTime, failed: Set<string>): Promise<boolean>;
}

/** Works on what is due in the store, at its time. It runs on every instance; the store gives each thing to one of them. */
export class DueLoop {
  private loop: Promise<void> = Promise.resolve();
  /** Ends the sleep until the next due time. */
  private idle = new AbortController();

  constructor(
    private readonly ports: DueLoopPorts,
    private readonly work: DueWork,
  ) {}

  /** The clock of a store that one process uses measures leases, and does not follow the host's. */
  private time(): DueTime {
    const { store, clock } = this.ports;
    return store.cluster === undefined ? { now: clock.now() } : {};
  }

  start(): void {
    this.ports.shutdown.signal.addEventListener("abort", () => this.wake(), { once: true });
    this.loop = this.run();
  }

  /** Looks for what is due now. */
  wake(): void {
    this.idle.abort();
  }

  /** After the shutdown has begun. */
  async stop(): Promise<void> {
    this.wake();
    await this.loop;
  }

  private async run(): Promise<void> {
    const { clock, shutdown } = this.ports;
    while (!shutdown.hasBegun) {
      this.idle = new AbortController();
      const ms = await this.all();
      if (!shutdown.signal.aborted) await clock.sleep(ms, this.idle.signal);
    }
  }

  /** Works on all that is due. Returns how long nothing is, in milliseconds. */
  private async all(): Promise<number> {
    const { store, logger, shutdown } = this.ports;
    try {
      const ms = (await this.work.dueIn(this.time())) ?? POLL_MS;
      if (ms > 0) return Math.min(ms, POLL_MS);
      if (!(await this.hasSpace())) return AFTER_FAILURE_MS;
      const failed = new Set<string>();
      const work = async () => {
        while (!shutdown.hasBegun && (await this.work.next(this.time(), failed)));
      };
      const atOnce = store.cluster === undefined ? 1 : MAX_AT_ONCE;
      await Promise.all(Array.from({ length: atOnce }, work));
      if (failed.size > 0) return AFTER_FAILURE_MS;
      const left = (await this.work.dueIn(this.time())) ?? POLL_MS;
      return Math.min(Math.max(left, RETRY_MS), POLL_MS);
    } catch (error) {
      logger.error({ error }, `no ${this.work.name} could be claimed`);
      return AFTER_FAILURE_MS;
    }
  }

  /** A host whose disk is full leaves what is due to others, or until it has space. The runner logs it. */
  private async hasSpace(): Promise<boolean> {
    try {
      await this.ports.disk.assertSpace();
      return true;
    } catch {
      return false;
    }
  }
}
