import type { ChangeHint } from "@workspace-agent/core/ports";
import type { Clock, Logger } from "@workspace-agent/core";
import { failureOf, PostgresFailure } from "../postgres-errors.ts";
import { readPayload } from "./hint-batch.ts";

/** A connection that listens. */
export interface ListeningConnection {
  /** Resolves when the connection is of no use any more. */
  readonly broken: Promise<unknown>;
  /** Asks the server for a sign of life. */
  ping(): Promise<void>;
  close(): void;
}

export interface HintListenerPorts {
  readonly instance: string;
  /** Opens a connection that hands over what it hears on the channel. */
  readonly listen: (onPayload: (payload: string) => void) => Promise<ListeningConnection>;
  /** Sends an empty payload of this instance on a connection of the pool, to see whether it is heard. */
  readonly probe: () => Promise<void>;
  readonly hear: (hint: ChangeHint) => void;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: () => number;
}

const PING_MS = 10_000;
/** How long a ping's or a probe's answer may take. */
const ANSWER_MS = 5_000;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 10_000;
/** Where notifications do not arrive at all, it is tried again that much later. */
const UNHEARD_BACKOFF_MS = 60_000;

class Unheard extends Error {
  override readonly name = "Unheard";
}

/**
 * Hears hints on a connection of its own, and makes it again whenever it breaks. Each time it listens again it tells that hints may have
 * been missed. Poolers in transaction mode take a LISTEN and give no notification: that shows in a probe.
 */
export class HintListener {
  isListening = false;
  private readonly stopping = new AbortController();
  private loop: Promise<void> = Promise.resolve();

  constructor(private readonly ports: HintListenerPorts) {}

  /** Resolves when it listens, or could not. */
  async start(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.loop = this.run(() => {
      resolve(undefined);
    });
    await promise;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(tried: () => void): Promise<void> {
    const { clock, logger, random } = this.ports;
    const { signal } = this.stopping;
    for (let failures = 0; !this.isStopping();) {
      let backoff = FIRST_BACKOFF_MS;
      try {
        await this.listenUntilBroken(() => {
          failures = 0;
          tried();
        });
      } catch (error) {
        failures += 1;
        const isUnheard = error instanceof Unheard;
        backoff = isUnheard
          ? UNHEARD_BACKOFF_MS
          : Math.min(FIRST_BACKOFF_MS * 2 ** Math.min(failures, 10), MAX_BACKOFF_MS);
        if (failures === 1)
          logger.warn(
            { error: isUnheard ? error.message : failureOf(error) },
            "listening for other instances failed: they are polled",
          );
      }
      this.isListening = false;
      tried();
      if (!this.isStopping()) await clock.sleep(backoff * (0.5 + random() / 2), signal);
    }
    tried();
  }

  private async listenUntilBroken(onListening: () => void): Promise<void> {
    const { listen, probe, hear, clock, instance, logger } = this.ports;
    const { signal } = this.stopping;
    const heard = Promise.withResolvers<true>();
    const connection = await listen((text) => {
      const payload = readPayload(text);
      if (payload === null) return;
      if (payload.from === instance) heard.resolve(true);
      else for (const hint of payload.hints) hear(hint);
    });
    const ended = new AbortController();
    void connection.broken.then(() => ended.abort());
    const either = AbortSignal.any([ended.signal, signal]);
    /** Whether an answer comes in time. Throws where the connection breaks before. */
    const within = async (answer: Promise<unknown>) => {
      const waited = new AbortController();
      const late = clock.sleep(ANSWER_MS, AbortSignal.any([waited.signal, either])).then(() => false);
      try {
        const isAnswered = await Promise.race([answer.then(() => true), late]);
        if (!isAnswered && ended.signal.aborted) throw new PostgresFailure("The connection broke.", "");
        return isAnswered || this.isStopping();
      } finally {
        waited.abort();
      }
    };
    try {
      if (!(await within(probe().then(() => heard.promise))))
        throw new Unheard("Notifications do not arrive: is there a pooler in transaction mode?");
      if (this.isStopping()) return;
      this.isListening = true;
      logger.debug({}, "listening for other instances");
      onListening();
      hear({ type: "missed" });
      for (;;) {
        await clock.sleep(PING_MS, either);
        if (either.aborted) return;
        if (!(await within(connection.ping())))
          throw new PostgresFailure("The connection gave no answer.", "");
      }
    } finally {
      connection.close();
    }
  }
}
