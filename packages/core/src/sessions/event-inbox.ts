import type { StreamedEvent } from "./chat-api.ts";
import type { ItemDelta, SessionEvent } from "../domain/sessions/event.ts";
import { soon } from "../runtime/soon.ts";
import type { Notice } from "./local-feed.ts";
import type { LiveFeed } from "./live-feed.ts";

/** What a reader may leave lying, in UTF-16 units of text and in events, before it is cut off. */
const MAX_PENDING_TEXT = 8_388_608;
const MAX_PENDING_EVENTS = 100_000;

/** About what an event weighs: its texts and a little for the rest. */
function textLength(event: SessionEvent): number {
  let length = 256;
  if (event.type !== "item.completed" && event.type !== "item.started") return length;
  for (const part of event.item.content) {
    if (part.type === "text" || part.type === "reasoning") length += part.text.length;
    else if (part.type === "tool_call") length += part.arguments.length;
    else if (part.type === "tool_result") length += part.output.length;
  }
  return length;
}

/**
 * What has happened in a session since the reader last looked. While the reader replays the log (`live` false)
 * only the fact that there is more is kept, so a replay of any length needs no memory here.
 */
export class EventInbox {
  private pending: StreamedEvent[] = [];
  private pendingText = 0;
  private live = false;
  private isBehind = false;
  private wake: (() => void) | null = null;
  /** The reader was roused, and the process has not settled since. */
  private isResting = false;
  private heeded: AbortSignal | undefined;
  private readonly onAbort = () => this.wake?.();
  private readonly unwatch: () => void;
  private unfollow = () => {};
  /** The reader was too slow: what it missed is in the store, and it has to come back for it. */
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
    else if (!this.live || notice.type === "elsewhere") {
      if (notice.type !== "delta") this.isBehind = true;
    } else if (notice.type === "delta") {
      this.addDelta(notice.delta);
    } else {
      this.pending.push(...notice.events);
      for (const event of notice.events) this.pendingText += textLength(event);
    }
    if (this.pendingText > MAX_PENDING_TEXT || this.pending.length > MAX_PENDING_EVENTS) {
      this.overflowed = true;
      this.pending = [];
    }
    this.rouse();
  }

  /** Pieces of an item that wait together are told as one. */
  private addDelta(delta: ItemDelta): void {
    this.pendingText += delta.text.length;
    const last = this.pending.at(-1);
    const goesOn =
      last?.type === "item.delta" &&
      last.item_id === delta.item_id &&
      last.offset + last.text.length === delta.offset;
    if (goesOn) this.pending[this.pending.length - 1] = { ...last, text: last.text + delta.text };
    else this.pending.push(delta);
  }

  /** What comes first is told at once; what comes with it (a provider's tokens come many in a packet) is told together. */
  private rouse(): void {
    if (this.wake === null || this.isResting) return;
    this.rest();
    this.wake();
  }

  private rest(): void {
    this.isResting = true;
    soon(() => {
      this.isResting = false;
      if (this.hasNews) this.rouse();
    });
  }

  private get hasNews(): boolean {
    return this.pending.length > 0 || this.isBehind || this.overflowed || this.isGone;
  }

  /** Whether the store holds more than was replayed, since the last call. */
  takeBehind(): boolean {
    const behind = this.isBehind;
    this.isBehind = false;
    return behind;
  }

  /** From here on events are kept as they come. */
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

  /** Listens to a signal once for all waits: there is one for each token. */
  private heed(signal: AbortSignal | undefined): void {
    if (signal === this.heeded) return;
    this.heeded?.removeEventListener("abort", this.onAbort);
    this.heeded = signal;
    signal?.addEventListener("abort", this.onAbort, { once: true });
  }

  /** Resolves when there is something to take or to look up, or `signal` aborts. */
  async changed(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return;
    if (this.hasNews && !this.isResting) {
      this.rest();
      return;
    }
    this.heed(signal);
    await new Promise<void>((resolve) => {
      this.wake = () => {
        this.wake = null;
        resolve();
      };
    });
  }

  close(): void {
    this.heed(undefined);
    this.unwatch();
    this.unfollow();
  }
}
