import type { Item } from "../domain/sessions/item.ts";
import { toTimestamp } from "../domain/wire.ts";
import type { Clock } from "../ports/clock.ts";
import type { StreamRedactor } from "../redaction/stream-redactor.ts";
import type { LiveFeed } from "../sessions/live-feed.ts";

/** At most this often, and at most the end of what arrived since, so that a fast command costs readers little. */
const EVERY_MS = 100;
const MAX_PIECE = 4_096;

interface LiveOutputPorts {
  readonly clock: Clock;
  readonly feed: Pick<LiveFeed, "publish">;
  /** Nothing is published after it aborted: the call may then have a result. */
  readonly signal: AbortSignal;
}

/** Publishes what a call writes while it runs, without secrets. Where much arrives, `offset` skips what is left out. */
export class LiveOutput {
  private pending = "";
  /** Characters before what is pending. */
  private offset = 0;
  private readonly pause = new AbortController();
  private isPausing = false;

  constructor(
    private readonly call: Item,
    private readonly redactor: StreamRedactor,
    private readonly sessionId: string,
    private readonly ports: LiveOutputPorts,
  ) {}

  add(text: string): void {
    if (this.hasEnded) return;
    this.collect(this.redactor.add(text));
    if (this.isPausing || this.pending === "") return;
    this.publish();
    this.isPausing = true;
    void this.ports.clock.sleep(EVERY_MS, this.pause.signal).then(() => {
      this.isPausing = false;
      this.add("");
    });
  }

  /** Publishes what is left. Nothing is published afterwards. */
  end(): void {
    if (this.hasEnded) return;
    this.pause.abort();
    this.collect(this.redactor.end());
    this.publish();
  }

  private get hasEnded(): boolean {
    return this.pause.signal.aborted || this.ports.signal.aborted;
  }

  private collect(text: string): void {
    const joined = this.pending + text;
    const dropped = Math.max(0, joined.length - MAX_PIECE);
    this.offset += dropped;
    this.pending = joined.slice(dropped);
  }

  private publish(): void {
    if (this.pending === "") return;
    const { item_id, turn_id } = this.call;
    const { clock, feed } = this.ports;
    const text = this.pending.toWellFormed();
    const delta = {
      type: "item.delta",
      session_id: this.sessionId,
      turn_id,
      at: toTimestamp(clock.now()),
      item_id,
      kind: "tool_output",
      offset: this.offset,
      text,
    } as const;
    this.offset += text.length;
    this.pending = "";
    feed.publish(this.sessionId, { type: "delta", delta });
  }
}
