import { createHash, randomUUID } from "node:crypto";
import type { ChangeHint, ClusterStore } from "@workspace-agent/core/ports";
import type { Clock, Logger } from "@workspace-agent/core";
import { failureOf } from "../postgres-errors.ts";
import { HintListener, type HintListenerPorts } from "./hint-listener.ts";
import { HintSender } from "./hint-sender.ts";

/** How often listeners are asked to look for themselves: where nothing is heard, and where it only backs up what is. */
const POLL_MS = 1_000;
const SLOW_POLL_MS = 15_000;

/** Of the stores in one schema. Names of channels are shorter than those of schemas may be. */
export function channelOf(schema: string): string {
  return `workspace_agent_${createHash("sha256").update(schema).digest("hex").slice(0, 16)}`;
}

export interface HintsPorts {
  readonly notify: (payloads: readonly string[]) => Promise<void>;
  /** Null: notifications cannot be heard. */
  readonly listen: HintListenerPorts["listen"] | null;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: () => number;
}

/** What instances tell each other: `publish` and `subscribe` of a store. */
export class Hints implements Pick<ClusterStore, "publish" | "subscribe"> {
  private readonly instance = randomUUID();
  private readonly listeners = new Map<object, (hint: ChangeHint) => void>();
  private readonly stopping = new AbortController();
  private readonly sender: HintSender;
  private readonly listener: HintListener | null;
  private polling: Promise<void> = Promise.resolve();

  constructor(private readonly ports: HintsPorts) {
    const { instance } = this;
    const { notify, listen, clock, logger, random } = ports;
    this.sender = new HintSender({ instance, notify, clock, logger });
    const probe = () => notify([JSON.stringify({ from: instance, hints: [] })]);
    const hear = (hint: ChangeHint) => {
      this.hear(hint);
    };
    this.listener =
      listen === null ? null : new HintListener({ instance, listen, probe, hear, clock, logger, random });
  }

  async start(): Promise<void> {
    this.polling = this.poll();
    await this.listener?.start();
  }

  publish(hints: readonly ChangeHint[]): void {
    this.sender.publish(hints);
  }

  subscribe(listener: (hint: ChangeHint) => void): () => void {
    const key = {};
    this.listeners.set(key, listener);
    return () => {
      this.listeners.delete(key);
    };
  }

  /** What was published before is sent. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.sender.stop(), this.listener?.stop(), this.polling]);
  }

  private hear(hint: ChangeHint): void {
    for (const listener of [...this.listeners.values()]) {
      try {
        listener(hint);
      } catch (error) {
        this.ports.logger.error({ error: failureOf(error) }, "a listener of the store failed");
      }
    }
  }

  private async poll(): Promise<void> {
    const { clock } = this.ports;
    const { signal } = this.stopping;
    for (let waited = 0; ;) {
      await clock.sleep(POLL_MS, signal);
      if (signal.aborted) return;
      waited += POLL_MS;
      if (this.listener?.isListening === true && waited < SLOW_POLL_MS) continue;
      waited = 0;
      this.hear({ type: "missed" });
    }
  }
}
