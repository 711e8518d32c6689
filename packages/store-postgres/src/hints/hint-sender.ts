import type { ChangeHint } from "@workspace-agent/core/ports";
import type { Clock, Logger } from "@workspace-agent/core";
import { failureOf } from "../postgres-errors.ts";
import { HintBatch } from "./hint-batch.ts";

/** What is published within this time is sent together. */
const GATHER_MS = 20;
/** How long after a failure it is tried again, and how many hints at most. */
const AFTER_FAILURE_MS = 500;
const MAX_REPEATED = 1_000;

export interface HintSenderPorts {
  readonly instance: string;
  /** Sends payloads as notifications, in their order. */
  readonly notify: (payloads: readonly string[]) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Sends hints, one batch after the other. While the database is slow they gather, and what it did not take is sent again, but for deltas. */
export class HintSender {
  private readonly batch = new HintBatch();
  private readonly stopping = new AbortController();
  private sending: Promise<void> | null = null;

  constructor(private readonly ports: HintSenderPorts) {}

  publish(hints: readonly ChangeHint[]): void {
    for (const hint of hints) this.batch.add(hint);
    if (!this.batch.isEmpty && !this.stopping.signal.aborted) this.sending ??= this.sendAll();
  }

  private async sendAll(): Promise<void> {
    const { clock, notify, logger, instance } = this.ports;
    let pause = GATHER_MS;
    while (!this.batch.isEmpty) {
      await clock.sleep(pause, this.stopping.signal);
      const { lasting } = this.batch;
      try {
        await notify(this.batch.take(instance));
        pause = GATHER_MS;
      } catch (error) {
        if (pause === GATHER_MS)
          logger.warn({ error: failureOf(error) }, "other instances could not be notified");
        pause = AFTER_FAILURE_MS;
        if (this.stopping.signal.aborted) break;
        this.batch.putBack(lasting.slice(-MAX_REPEATED));
      }
    }
    this.sending = null;
  }

  /** Sends what waits, and nothing more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.sending;
  }
}
