import { addPiece } from "./add-piece.ts";
import type { StreamedEvent } from "./chat-api.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import { soon } from "../runtime/soon.ts";
import type { LiveFeed, Notice } from "./live-feed.ts";

/** How much may wait for a slow reader, in UTF-16 units of text and in events, before it is disconnected. */
const MAX_PENDING_TEXT = 8_388_608;
const MAX_PENDING_EVENTS = 100_000;

/** The approximate size of an event: its texts and a little for the rest. */
function textLength(event: SessionEvent): number {
  let length = 256;
  if (event.type !== "item.completed" && event.type !== "item.started") return length;
  for (const part of event.item.content) {
    if (part.type === "text" || part.type === "reasoning") length += part.text.length;
    else if (part.type === "tool_call") length += part.arguments.length;
    else if (part.type === "tool_result") length += part.output.length + 16 * (part.styles?.length ?? 0);
  }
  return length;
}

/**
 * Collects what happens in a session until the reader takes it. Before `goLive`, while the reader replays the log, it only remembers
 * that there is more in the store, so a replay of any length needs no memory here.
 */
export class EventInbox {
  private pending: StreamedEvent[] = [];
  private pendingText = 0;
  private live = false;
  private isBehind = false;
  private wake: (() => void) | null = null;
  /** The reader was woken in this turn of the event loop. */
  private hasWoken = false;
  private listened: AbortSignal | undefined;
  private readonly onAbort = () => this.wake?.();
  private readonly unwatch: () => void;
  private unfollow = () => {};
  /** The reader was too slow. It has to reconnect and read from the store what it missed. */
  overflowed = false;
  /** The session was deleted, or this instance stops. */
  isGone = false;

  constructor(
    private readonly feed: LiveFeed,
    private readonly sessionId: string,
  ) {
    this.unwatch = feed.watch(sessionId, (notice) => this.receive(notice));
  }

  private receive(notice: Notice): void {
    if (this.overflowed) return;
    if (notice.type === "gone") this.isGone = true;
    else if (!this.live || notice.type === "remote") {
      if (notice.type !== "delta") this.isBehind = true;
    } else if (notice.type === "delta") {
      this.pendingText += notice.delta.text.length;
      addPiece(this.pending, notice.delta);
    } else {
      this.pending.push(...notice.events);
      for (const event of notice.events) this.pendingText += textLength(event);
    }
    if (this.pendingText > MAX_PENDING_TEXT || this.pending.length > MAX_PENDING_EVENTS) {
      this.overflowed = true;
      this.pending = [];
    }
    this.notify();
  }

  /** Wakes the reader at once for the first event, and once for all that follow in the same turn of the event loop. */
  private notify(): void {
    if (this.wake === null || this.hasWoken) return;
    this.pause();
    this.wake();
  }

  private pause(): void {
    this.hasWoken = true;
    soon(() => {
      this.hasWoken = false;
      if (this.hasNews) this.notify();
    });
  }

  private get hasNews(): boolean {
    return this.pending.length > 0 || this.isBehind || this.overflowed || this.isGone;
  }

  /** Whether the store has got more events since the last call. */
  takeBehind(): boolean {
    const behind = this.isBehind;
    this.isBehind = false;
    return behind;
  }

  /** Collects events from now on. */
  goLive(): void {
    this.live = true;
    this.unfollow = this.feed.follow(this.sessionId, { deltas: true });
  }

  take(): StreamedEvent[] {
    const batch = this.pending;
    this.pending = [];
    this.pendingText = 0;
    return batch;
  }

  /** Adds one listener for all waits, since there is a wait for each token. */
  private listen(signal: AbortSignal | undefined): void {
    if (signal === this.listened) return;
    this.listened?.removeEventListener("abort", this.onAbort);
    this.listened = signal;
    signal?.addEventListener("abort", this.onAbort, { once: true });
  }

  /** Resolves when there is something to take or to read from the store, or `signal` aborts. */
  async changed(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return;
    if (this.hasNews && !this.hasWoken) {
      this.pause();
      return;
    }
    this.listen(signal);
    await new Promise<void>((resolve) => {
      this.wake = () => {
        this.wake = null;
        resolve();
      };
    });
  }

  close(): void {
    this.listen(undefined);
    this.unwatch();
    this.unfollow();
  }
}
