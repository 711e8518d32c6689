import type { Clock } from "../../ports/clock.ts";
import type { ChangeHint } from "../../ports/store.ts";
import type { ItemDelta, SessionEvent } from "../../domain/sessions/event.ts";
import { deltaHint } from "./delta-hint.ts";

/** Pieces that come within this time are sent as one. */
const GATHER_MS = 20;
/** How long deltas are sent after somebody asked for them; whoever reads on asks again before. */
const WANTED_MS = 60_000;
const MAX_WANTED = 100_000;
/** Of an item that is under way when somebody comes to read it, at most so much text is sent, in UTF-16 units; else nothing. */
const MAX_SENT_AGAIN = 65_536;
/** A hint has to fit into a notification. */
const MAX_PIECE = 1_200;

interface Piece {
  readonly delta: ItemDelta;
  text: string;
}

interface LiveSession {
  /** The last event of its log that was told here. */
  seq: number;
  /** What is to be sent. */
  pieces: Piece[];
  /** Something came since idle sessions were last looked for. */
  isFresh: boolean;
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}

function* splitUp({ delta, text }: Piece): Generator<ItemDelta> {
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + MAX_PIECE, text.length);
    if (end < text.length && isHighSurrogate(text, end - 1)) end -= 1;
    yield { ...delta, offset: delta.offset + start, text: text.slice(start, end) };
    start = end;
  }
}

/**
 * Sends the pieces of what is being made here to other instances, joined, where somebody reads them there. Whoever comes to read them gets
 * what is under way from its start.
 */
export class DeltaRelay {
  private readonly live = new Map<string, LiveSession>();
  /** Until when, on the monotonic clock. */
  private readonly wanted = new Map<string, number>();
  private isGathering = false;

  constructor(
    private readonly clock: Clock,
    /** What is being made of a session, each item from its start. */
    private readonly underWay: (sessionId: string) => readonly ItemDelta[],
    private readonly publish: (hints: readonly ChangeHint[]) => void,
  ) {}

  /** Somebody on another instance reads the session; `fromStart`: and has read nothing of it so far. */
  want(sessionId: string, fromStart: boolean): void {
    if (this.wanted.size >= MAX_WANTED) this.forgetUnwanted();
    if (this.wanted.size >= MAX_WANTED) return;
    const isNew = fromStart || !this.wanted.has(sessionId);
    this.wanted.set(sessionId, this.clock.monotonic() + WANTED_MS);
    const session = this.live.get(sessionId);
    if (session === undefined || !isNew) return;
    session.pieces = this.underWay(sessionId)
      .filter(({ text }) => text.length <= MAX_SENT_AGAIN)
      .map((delta) => ({ delta, text: delta.text }));
    if (session.pieces.length > 0) this.gather();
  }

  /** Forgets who has not asked again, and sessions that have gone on elsewhere. */
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
    const last = session.pieces.at(-1);
    const isNext =
      last?.delta.item_id === delta.item_id && last.delta.offset + last.text.length === delta.offset;
    if (isNext) last.text += delta.text;
    else session.pieces.push({ delta, text: delta.text });
    this.gather();
  }

  /** Called before the events are told elsewhere: pieces go ahead of what completes them. */
  events(sessionId: string, events: readonly SessionEvent[]): void {
    const session = this.live.get(sessionId);
    const last = events.at(-1);
    if (last === undefined) return;
    if (events.some(({ type }) => type === "turn.started")) this.sessionOf(sessionId).seq = last.seq;
    if (session === undefined) return;
    if (this.wanted.has(sessionId)) this.send(session);
    if (events.some(({ type }) => type === "turn.ended")) this.live.delete(sessionId);
    session.seq = last.seq;
    session.pieces = [];
  }

  private gather(): void {
    if (this.isGathering) return;
    this.isGathering = true;
    void this.clock.sleep(GATHER_MS).then(() => {
      this.isGathering = false;
      for (const [id, session] of this.live) if (this.wanted.has(id)) this.send(session);
    });
  }

  private send(session: LiveSession): void {
    const hints: ChangeHint[] = [];
    for (const piece of session.pieces)
      for (const delta of splitUp(piece)) hints.push(deltaHint({ after: session.seq, delta }));
    session.pieces = [];
    if (hints.length > 0) this.publish(hints);
  }
}
