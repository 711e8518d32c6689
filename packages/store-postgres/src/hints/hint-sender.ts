import type { ChangeHint, Clock, Logger } from "@workspace-agent/core";
import { failureOf } from "../postgres-errors.ts";
import { HintBatch } from "./hint-batch.ts";

/** What is published within this time is sent together. */
const GATHER_MS = 20;

export interface HintSenderPorts {
  readonly instance: string;
  /** Sends payloads as notifications, in their order. */
  readonly notify: (payloads: readonly string[]) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Sends hints, one batch after the other. While the database is slow they gather; what it refuses is lost, as hints may be. */
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
    while (!this.batch.isEmpty) {
      await clock.sleep(GATHER_MS, this.stopping.signal);
      try {
        await notify(this.batch.take(instance));
      } catch (error) {
        logger.warn({ error: failureOf(error) }, "other instances could not be notified");
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
