import { DomainError } from "../domain/errors/domain-error.ts";
import type { Clock } from "../ports/clock.ts";
import type { Claimed, DueRows } from "../ports/due-rows.ts";
import type { Logger } from "../ports/logger.ts";
import type { Repositories, Store } from "../ports/store.ts";
import type { HostDisk } from "./host-disk.ts";
import { problemOf } from "./host-readiness.ts";
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
  return DomainError.isInstance(error) && error.status < 500;
}

export interface DueLoopPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly disk: Pick<HostDisk, "assertSpace">;
  readonly shutdown: Shutdown;
}

/** The time now as the due times of a store are compared with it, in milliseconds. */
export async function dueNow(store: Store, clock: Clock): Promise<number> {
  return store.cluster === undefined ? clock.now() : store.now();
}

export interface DueWork<Row extends { readonly id: string }, Done> {
  /** For the log: what is due, the field with the id of one, and that one failed. */
  readonly names: { readonly all: string; readonly id: string; readonly failure: string };
  rows(repositories: Repositories): DueRows<Row>;
  /** In the transaction that has claimed the row. */
  work(repositories: Repositories, claimed: Claimed<Row>): Promise<Done>;
  /** After the commit. */
  afterwards(done: Done): Promise<void>;
  /** After a refusal has undone the work. Absent: a refusal is a failure. */
  refused?(claimed: Claimed<Row>, refusal: DomainError): Promise<void>;
}

/** Works on what is due in the store, at its time. It runs on every instance; the store gives each thing to one of them. */
export class DueLoop<Row extends { readonly id: string }, Done> {
  private loop: Promise<void> = Promise.resolve();
  /** Ends the sleep until the next due time. */
  private idle = new AbortController();

  constructor(
    private readonly ports: DueLoopPorts,
    private readonly due: DueWork<Row, Done>,
  ) {}

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
    const { store, logger, shutdown, disk } = this.ports;
    try {
      const ms = (await this.dueIn()) ?? POLL_MS;
      if (ms > 0) return Math.min(ms, POLL_MS);
      // A host whose disk is full leaves what is due to others, or until it has space. The runner logs it.
      if ((await problemOf(() => disk.assertSpace(), "the disk")) !== null) return AFTER_FAILURE_MS;
      const failed = new Set<string>();
      const work = async () => {
        while (!shutdown.hasBegun && (await this.next(failed)));
      };
      const atOnce = store.cluster === undefined ? 1 : MAX_AT_ONCE;
      // None goes on beside the next round, or after the stop.
      const ends = await Promise.allSettled(Array.from({ length: atOnce }, work));
      const broken = ends.find((end) => end.status === "rejected");
      if (broken !== undefined) throw broken.reason;
      if (failed.size > 0) return AFTER_FAILURE_MS;
      const left = (await this.dueIn()) ?? POLL_MS;
      return Math.min(Math.max(left, RETRY_MS), POLL_MS);
    } catch (error) {
      logger.error({ error }, `no ${this.due.names.all} could be claimed`);
      return AFTER_FAILURE_MS;
    }
  }

  /** The time to go by: the store's own, if instances share it. Otherwise its clock measures leases, and does not follow the host's. */
  private time(): { readonly now?: number } {
    const { store, clock } = this.ports;
    return store.cluster === undefined ? { now: clock.now() } : {};
  }

  private dueIn(): Promise<number | null> {
    return this.due.rows(this.ports.store).dueIn(this.time().now);
  }

  /** Works on one row that is due but not in `failed`, to which it adds the id of one that failed. Returns whether there was one. */
  private async next(failed: Set<string>): Promise<boolean> {
    const attempt: { claimed: Claimed<Row> | null } = { claimed: null };
    const time = this.time();
    try {
      const done = await this.ports.store.transaction(async (repositories) => {
        const claimed = await this.due.rows(repositories).claim({ except: [...failed], ...time });
        attempt.claimed = claimed;
        return claimed === null ? null : this.due.work(repositories, claimed);
      });
      if (done !== null) await this.due.afterwards(done);
    } catch (error) {
      if (attempt.claimed === null) throw error;
      await this.refuseOrLog(attempt.claimed, error, failed);
    }
    return attempt.claimed !== null;
  }

  private async refuseOrLog(claimed: Claimed<Row>, failure: unknown, failed: Set<string>): Promise<void> {
    try {
      if (this.due.refused === undefined || !isRefusal(failure)) throw failure;
      await this.due.refused(claimed, failure);
    } catch (error) {
      const { names } = this.due;
      this.ports.logger.error({ error, [names.id]: claimed.record.id }, names.failure);
      failed.add(claimed.record.id);
    }
  }
}
