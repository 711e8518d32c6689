import { DeltaText, type ItemInProgress, type TextDelta } from "./delta-text.ts";
import { parseEventStream, type ServerSentMessage } from "./event-stream-parser.ts";
import { delayBefore, isPassing, type Timing } from "./retry.ts";
import { askInTime, SilenceWatch } from "./silence.ts";
import type { Calls } from "./transport.ts";
import type { ItemDelta, SessionEvent } from "./schemas.ts";

const FIRST_DELAY_MS = 1000;

export type ConnectionState =
  | { readonly state: "connecting" }
  | { readonly state: "open" }
  | {
      readonly state: "reconnecting";
      /** Starts at 1, and again after each connection that received something. */
      readonly attempt: number;
      readonly delayMs: number;
      /** Why the connection was lost; null if the instance closed it. */
      readonly error: unknown;
    };

/** Marks the start of live events. */
export interface SyncEvent {
  readonly type: "sync";
  readonly through_seq: number;
  /** The items that are being created with their text so far. The next piece of each continues from there, or repeats what was missed. */
  readonly in_progress: readonly ItemInProgress[];
}

/** A stored event (once each, in order), a piece of an item, or the start of live events. */
export type FollowedEvent = SessionEvent | TextDelta | SyncEvent;

export interface FollowOptions {
  /** The `seq` of the last known event; 0 or absent: from the start. */
  readonly after?: number;
  /** False: ends after the stored events. */
  readonly follow?: boolean;
  /** Ends the iteration without an error. */
  readonly signal?: AbortSignal;
  readonly onState?: (state: ConnectionState) => void;
}

/** Opens the stream after an event. Gives up by itself if there is no response. */
export type OpenStream = (after: number, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;

/** The body of a response as a stream; empty if there is none. */
export function streamOf(data: unknown): ReadableStream<Uint8Array> {
  return data instanceof ReadableStream
    ? (data as ReadableStream<Uint8Array>)
    : new ReadableStream({ start: (stream) => stream.close() });
}

/** Opens the event stream of a session. */
export async function openEvents(
  calls: Calls,
  workspaceId: string,
  sessionId: string,
  {
    after,
    follow,
    signal,
  }: { readonly after: number; readonly follow?: boolean | undefined; readonly signal: AbortSignal },
  timing: Timing,
): Promise<ReadableStream<Uint8Array>> {
  const ask = async (asked: AbortSignal) =>
    await calls.api.GET("/api/workspaces/{id}/sessions/{session_id}/events", {
      params: {
        path: { id: workspaceId, session_id: sessionId },
        query: follow === false ? { follow } : {},
        header: { "Last-Event-ID": String(after) },
      },
      headers: { accept: "text/event-stream" },
      parseAs: "stream",
      signal: asked,
    });
  const { data } = await askInTime(ask, timing, signal);
  return streamOf(data);
}

type ReceivedEvent = SessionEvent | ItemDelta | SyncEvent;

/** An event with its type: only the stream's `event` field names a `sync`. */
function eventOf({ event, data }: ServerSentMessage): ReceivedEvent | null {
  if (data === "") return null;
  // Older instances do not send `in_progress`.
  const absent = event === "sync" ? { in_progress: [] } : {};
  return { type: event, ...absent, ...(JSON.parse(data) as object) } as ReceivedEvent;
}

/** Follows the events of a session, reconnecting as needed. */
export class EventFollower {
  private readonly deltas = new DeltaText();
  private after: number;
  private attempt = 0;
  private retryMs = FIRST_DELAY_MS;

  constructor(
    private readonly open: OpenStream,
    private readonly options: FollowOptions,
    private readonly timing: Timing,
  ) {
    this.after = options.after ?? 0;
  }

  /** Throws errors that retrying cannot fix, such as a ProblemError with `not_found`. */
  async *events(): AsyncGenerator<FollowedEvent, void> {
    const { signal, onState, follow } = this.options;
    const isLeft = () => signal?.aborted === true;
    onState?.({ state: "connecting" });
    while (!isLeft()) {
      let error: unknown = null;
      try {
        yield* this.connection();
        if (follow === false) return;
      } catch (thrown) {
        if (isLeft()) return;
        if (!isPassing(thrown)) throw thrown;
        error = thrown;
      }
      if (isLeft()) return;
      this.attempt += 1;
      const delayMs = delayBefore(this.attempt, error, this.timing.random, this.retryMs);
      onState?.({ state: "reconnecting", attempt: this.attempt, delayMs, error });
      await this.timing.sleep(delayMs, signal);
    }
  }

  private async *connection(): AsyncGenerator<FollowedEvent, void> {
    const left = new AbortController();
    const { signal } = this.options;
    const leave = () => left.abort();
    signal?.addEventListener("abort", leave, { once: true });
    try {
      const stream = await this.open(this.after, left.signal);
      const { onReading } = new SilenceWatch(this.timing, left);
      this.options.onState?.({ state: "open" });
      const parsing = {
        signal: left.signal,
        onReading,
        onRetry: (ms: number) => (this.retryMs = ms),
      };
      for await (const message of parseEventStream(stream, parsing)) {
        const event = eventOf(message);
        if (event === null) continue;
        this.attempt = 0;
        const followed = this.received(event);
        if (followed !== null) yield followed;
      }
      left.signal.throwIfAborted();
    } finally {
      signal?.removeEventListener("abort", leave);
      left.abort();
    }
  }

  /** The part of an event that the caller does not have yet, or null. */
  private received(event: ReceivedEvent): FollowedEvent | null {
    if (event.type === "sync") {
      this.deltas.sync(event.in_progress);
      return event;
    }
    if (event.type === "item.delta") return this.deltas.add(event);
    if (event.seq <= this.after) return null;
    this.after = event.seq;
    if (event.type === "item.completed") {
      const { item_id, parent_item_id = item_id } = event.item;
      // A result ends the output of its call.
      this.deltas.forget(item_id);
      this.deltas.forget(parent_item_id);
    }
    return event;
  }
}
