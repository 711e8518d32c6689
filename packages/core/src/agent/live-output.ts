import type { ItemDelta } from "../domain/sessions/event.ts";
import type { Item } from "../domain/sessions/item.ts";
import { toTimestamp } from "../domain/wire.ts";
import type { StreamRedactor } from "../redaction/stream-redactor.ts";
import type { TurnLoopPorts } from "./running-turn.ts";

/** At most this often, and at most the end of what arrived since, so that a fast command costs readers little. */
const EVERY_MS = 100;
const MAX_PIECE = 4_096;

type LivePorts = Pick<TurnLoopPorts, "clock" | "feed">;

interface LiveOutputPorts extends LivePorts {
  /** Nothing is published after it aborted: the call may then have a result. */
  readonly signal: AbortSignal;
}

/** Shows a piece of an item to watchers; it is not durable. */
export function publishPiece(
  { clock, feed }: LivePorts,
  session_id: string,
  turn_id: string,
  piece: Pick<ItemDelta, "item_id" | "kind" | "offset" | "text">,
): void {
  const delta = { type: "item.delta", session_id, turn_id, at: toTimestamp(clock.now()), ...piece } as const;
  feed.publish(session_id, { type: "delta", delta });
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
    const { offset } = this;
    const text = this.pending.toWellFormed();
    this.offset += text.length;
    this.pending = "";
    publishPiece(this.ports, this.sessionId, turn_id, { item_id, kind: "tool_output", offset, text });
  }
}
