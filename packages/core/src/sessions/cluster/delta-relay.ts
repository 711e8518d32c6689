import type { Clock } from "../../ports/clock.ts";
import type { ChangeHint } from "../../ports/cluster-store.ts";
import type { ItemDelta, SessionEvent } from "../../domain/sessions/event.ts";
import { addPiece } from "../add-piece.ts";
import { deltaHint } from "./delta-hint.ts";

/** Pieces within this time are sent as one. */
const GATHER_MS = 20;
/** How long deltas are sent after a `watch` hint; a reader repeats the hint before. */
const WANTED_MS = 60_000;
const MAX_WANTED = 100_000;
/** The longest text of an item under way that is sent to a new reader, in UTF-16 units. A longer one is not sent. */
const MAX_SENT_AGAIN = 65_536;
/** A hint has to fit into a notification of the store. */
const MAX_PIECE = 1_200;

interface LiveSession {
  /** The seq of the last event that was published here. */
  seq: number;
  /** Not sent yet. */
  pieces: ItemDelta[];
  /** Something was published since the last sweep. */
  isFresh: boolean;
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}

function* split(delta: ItemDelta): Generator<ItemDelta> {
  const { text } = delta;
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + MAX_PIECE, text.length);
    if (end < text.length && isHighSurrogate(text, end - 1)) end -= 1;
    yield { ...delta, offset: delta.offset + start, text: text.slice(start, end) };
    start = end;
  }
}

/** Sends the pieces of items that are made here to instances where somebody reads them. A new reader gets items under way from their start. */
export class DeltaRelay {
  private readonly live = new Map<string, LiveSession>();
  /** The sessions that others read, and until when, on the monotonic clock. */
  private readonly wanted = new Map<string, number>();
  private isWaiting = false;

  constructor(
    private readonly clock: Clock,
    /** The items of a session that are being made, each from its start. */
    private readonly underWay: (sessionId: string) => readonly ItemDelta[],
    private readonly publish: (hints: readonly ChangeHint[]) => void,
  ) {}

  /** Somebody on another instance reads the session. `fromStart`: it has read nothing yet. */
  want(sessionId: string, fromStart: boolean): void {
    if (this.wanted.size >= MAX_WANTED) this.forgetUnwanted();
    if (this.wanted.size >= MAX_WANTED) return;
    const isNew = fromStart || !this.wanted.has(sessionId);
    this.wanted.set(sessionId, this.clock.monotonic() + WANTED_MS);
    if (!isNew) return;
    const pieces = this.underWay(sessionId).filter(({ text }) => text.length <= MAX_SENT_AGAIN);
    if (pieces.length === 0) return;
    // What waits stays: earlier readers need it of an item that is too long to be sent again.
    this.sessionOf(sessionId).pieces.unshift(...pieces);
    this.sendSoon();
  }

  /** Forgets sessions that nobody reads any more, and those that no longer run here. */
  sweep(): void {
    this.forgetUnwanted();
    for (const [id, session] of this.live) {
      if (!session.isFresh) this.live.delete(id);
      session.isFresh = false;
    }
  }

  private forgetUnwanted(): void {
    const now = this.clock.monotonic();
    for (const [id, until] of this.wanted) if (until < now) this.wanted.delete(id);
  }

  private sessionOf(id: string): LiveSession {
    let session = this.live.get(id);
    if (session === undefined) this.live.set(id, (session = { seq: 0, pieces: [], isFresh: true }));
    session.isFresh = true;
    return session;
  }

  delta(delta: ItemDelta): void {
    const session = this.sessionOf(delta.session_id);
    if (!this.wanted.has(delta.session_id)) return;
    addPiece(session.pieces, delta);
    this.sendSoon();
  }

  /** Call before the events are announced: pieces go ahead of the events that complete them. */
  events(sessionId: string, events: readonly SessionEvent[]): void {
    const last = events.at(-1);
    if (last === undefined) return;
    const session = this.sessionOf(sessionId);
    if (this.wanted.has(sessionId)) this.send(session);
    session.seq = last.seq;
    session.pieces = [];
  }

  private sendSoon(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    void this.clock.sleep(GATHER_MS).then(() => {
      this.isWaiting = false;
      for (const [id, session] of this.live) if (this.wanted.has(id)) this.send(session);
    });
  }

  private send(session: LiveSession): void {
    const hints: ChangeHint[] = [];
    for (const piece of session.pieces)
      for (const delta of split(piece)) hints.push(deltaHint({ after: session.seq, delta }));
    session.pieces = [];
    if (hints.length > 0) this.publish(hints);
  }
}
