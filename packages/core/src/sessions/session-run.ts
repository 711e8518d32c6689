import { DomainError } from "../domain/errors/domain-error.ts";
import { toTimestamp } from "../domain/wire.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import { Attempt } from "./attempt.ts";
import type { EventDraft, Piece, SessionEvent } from "../domain/sessions/event.ts";
import { LeaseLost } from "../domain/sessions/lease.ts";
import type { LiveFeed } from "./live-feed.ts";
import { logSlices } from "./log-slices.ts";
import { cancelledRequests } from "../domain/sessions/resolve-requests.ts";
import type { Alongside, Appended, Drafts, SessionLog } from "./session-log.ts";
import type { ClaimedSession, Lease, SessionRecord } from "../domain/sessions/session.ts";
import { isToBeInterrupted, noneWaiting, takeWaiting } from "./steering.ts";
import type { StopReason, TurnError, TurnRecord } from "../domain/sessions/turn.ts";

/** Why a run is stopped from outside. */
export type StopCause = "interrupted" | "handed_over" | "lease_lost";

export interface SessionRunPorts {
  readonly store: Store;
  readonly log: SessionLog;
  readonly clock: Clock;
  readonly feed: LiveFeed;
  /** Called when a run has completed a step after the one before it died. */
  readonly onRecovered?: () => void | Promise<void>;
}

/** What the log says to whoever runs the session's turns: receives every event once, in order. */
export interface LogView {
  apply(event: SessionEvent): void;
}

/** One runner's hold on a session: its lease, its row, and the way to append to its log. */
export class SessionRun {
  readonly lease: Lease;
  readonly attempt: Attempt;
  private row: SessionRecord;
  private hasToDrain = false;
  /** Null until it is loaded. */
  private view: LogView | null = null;
  /** The seq of the last event that the view has received. */
  private through = 0;
  /** The turn whose interrupt came while it was not yet running here. */
  private interruptedTurn: string | null = null;
  /** What `appendAhead` has written, until it is durable. */
  private landing: Promise<unknown> = Promise.resolve();
  private turnStop = new AbortController();
  private sessionStop: StopCause | null = null;

  constructor(
    private readonly ports: SessionRunPorts,
    claimed: ClaimedSession,
    owner: string,
    private readonly maxUnrenewedMs: number,
    /** When the lease was last asked for and given, on the monotonic clock. */
    private heldAt: number = ports.clock.monotonic(),
  ) {
    const { previous_owner, ...record } = claimed;
    this.row = record;
    this.lease = { session_id: record.id, owner, epoch: record.epoch };
    this.attempt = new Attempt(this, ports, previous_owner);
  }

  /** The session's row as this run has last seen it. */
  get record(): SessionRecord {
    return this.row;
  }

  /** Between two steps the run hands over instead of going on. */
  get isDraining(): boolean {
    return this.hasToDrain;
  }

  drain(): void {
    this.hasToDrain = true;
  }

  get turn(): TurnRecord | null {
    return this.record.state.current_turn;
  }

  /** Aborts when the current turn has to stop at once; its reason is a `StopCause`. */
  get signal(): AbortSignal {
    return this.turnStop.signal;
  }

  get stopCause(): StopCause | null {
    return this.turnStop.signal.aborted ? (this.turnStop.signal.reason as StopCause) : null;
  }

  /**
   * Reads the whole log into `view`, which receives each later event too, and counts as an attempt from now on. A run that only ends a
   * turn needs none of it.
   */
  async load(view: LogView): Promise<void> {
    await this.attempt.begin();
    await this.catchUp(view, this.record.next_seq - 1);
    this.view = view;
  }

  /** Reads the log from where this run left off. */
  private async catchUp(view: LogView, through: number): Promise<void> {
    const slices = logSlices(this.ports.store, this.record, { after: this.through, through });
    for await (const slice of slices) this.pass(view, slice);
  }

  private pass(view: LogView, events: readonly SessionEvent[]): void {
    for (const event of events) {
      view.apply(event);
      this.through = event.seq;
    }
  }

  /** A fresh stop signal for the next turn, unless the whole session was stopped. */
  beginTurn(): void {
    this.turnStop = new AbortController();
    if (this.sessionStop !== null) this.turnStop.abort(this.sessionStop);
    else this.noticeInterrupt();
  }

  /** Appends, fenced, and takes in what others appended before. Throws `LeaseLost`. */
  async append(
    drafts: Drafts,
    then?: (record: SessionRecord) => SessionRecord,
    alongside?: Alongside,
  ): Promise<void> {
    await this.landed();
    const { tenant } = this.record;
    await this.takeIn(await this.ports.log.appendAsOwner(tenant, this.lease, drafts, then, alongside));
  }

  /**
   * Appends as `append` does, but goes on as soon as the events are written: what may be lost with them, such as a question to a
   * model or a look at a file, need not wait for the disk. Whoever tells of what came of it asks for `landed` before; where they have not
   * landed, this run appends nothing more.
   */
  async appendAhead(drafts: readonly EventDraft[]): Promise<void> {
    await this.landed();
    const { tenant } = this.record;
    const { promise, resolve, reject } = Promise.withResolvers<Appended>();
    const { log } = this.ports;
    const landing = log.appendAsOwner(tenant, this.lease, drafts, undefined, undefined, resolve);
    landing.then(resolve, reject);
    const appended = await promise;
    // Whatever keeps it from lasting: this run knows of events that there may not be, and another one has to read again.
    this.landing = landing.catch((cause: unknown) => {
      throw new DomainError("overloaded", "What was written did not last.", { cause });
    });
    // Whoever asks for it is told; a turn that ends by then asks no more.
    this.landing.catch(() => undefined);
    await this.takeIn(appended);
  }

  /** Resolves when all that this run has appended is durable; rejects where it is not. */
  landed(): Promise<unknown> {
    return this.landing;
  }

  private async takeIn({ record, events }: Appended): Promise<void> {
    this.row = record;
    const first = events[0];
    if (first !== undefined && this.view !== null) {
      await this.catchUp(this.view, first.seq - 1);
      this.pass(this.view, events);
    }
    this.noticeInterrupt();
  }

  /** Appends the messages that wait to join the turn. Costs nothing where none had come when the run last appended. */
  async takeWaiting(): Promise<void> {
    if (this.record.steering === 0) return;
    await this.append((record, repositories) => takeWaiting(repositories, record), noneWaiting);
  }

  /** The same, with those that have come since. */
  async takeArrived(): Promise<void> {
    const { tenant, workspace_id, id } = this.record;
    const found = await this.ports.store.sessions.get(tenant, workspace_id, id);
    if (found !== null && found.steering > 0)
      await this.append((record, repositories) => takeWaiting(repositories, record), noneWaiting);
  }

  /**
   * Ends the current turn; the session is released in the same commit when nothing else is queued. With `unlessSteered` the turn goes
   * on where messages wait to join it: these events are appended then. Says whether it has ended.
   */
  async endTurn(
    turnId: string,
    end: { readonly reason: StopReason; readonly error: TurnError | null },
    drafts: readonly EventDraft[],
    unlessSteered?: readonly EventDraft[],
  ): Promise<boolean> {
    const goesOn = ({ steering }: SessionRecord) => unlessSteered !== undefined && steering > 0;
    await this.append(
      (record) =>
        goesOn(record) && unlessSteered !== undefined
          ? unlessSteered
          : [
              ...cancelledRequests(record.state, turnId),
              ...drafts,
              { type: "turn.ended", turn_id: turnId, stop_reason: end.reason, error: end.error },
            ],
      (record) =>
        goesOn(record)
          ? record
          : {
              ...record,
              attempts: 0,
              interrupt_turn_id: record.interrupt_turn_id === turnId ? null : record.interrupt_turn_id,
              ...(record.state.status === "idle" && { owner: null, lease_until: 0 }),
            },
    );
    return this.turn?.turn.id !== turnId;
  }

  /** Writes how many attempts the session counts. Throws `LeaseLost`. */
  async saveAttempts(attempts: number): Promise<void> {
    const { store, log } = this.ports;
    await store.transaction(async (repositories) => {
      const record = await log.lockAsOwner(repositories, this.record.tenant, this.lease);
      await repositories.sessions.save({ ...record, attempts });
    });
    this.row = { ...this.row, attempts };
  }

  /** Whether the lease was released. */
  get isReleased(): boolean {
    return this.record.owner === null;
  }

  /** Shows a piece of an item to those who watch; nothing durable. */
  show(piece: Piece, turnId: string): void {
    this.ports.feed.publish(this.lease.session_id, {
      type: "delta",
      delta: {
        type: "item.delta",
        session_id: this.lease.session_id,
        turn_id: turnId,
        at: toTimestamp(this.ports.clock.now()),
        ...piece,
      },
    });
  }

  private noticeInterrupt(): void {
    const turnId = this.turn?.turn.id;
    if (turnId === undefined) return;
    const isMarked = isToBeInterrupted(this.record) || turnId === this.interruptedTurn;
    if (isMarked) this.turnStop.abort("interrupted" satisfies StopCause);
  }

  /** Stops the given turn, if it is the current one. */
  interrupt(turnId: string): void {
    this.interruptedTurn = turnId;
    if (this.turn?.turn.id === turnId) this.turnStop.abort("interrupted" satisfies StopCause);
  }

  /** Stops the run altogether. */
  stop(cause: StopCause): void {
    this.sessionStop = cause;
    this.turnStop.abort(cause);
  }

  /** The lease was held when the store was asked, at `askedAt` on the monotonic clock. */
  renewed(askedAt: number): void {
    this.heldAt = askedAt;
  }

  /** Whether the lease was held not long ago. */
  get mayHold(): boolean {
    return this.ports.clock.monotonic() - this.heldAt <= this.maxUnrenewedMs;
  }

  /** Stops the run when its lease may have run out. */
  stopUnlessHeld(): void {
    if (!this.mayHold) this.stop("lease_lost");
  }

  /** Throws `LeaseLost` when the lease may have run out: asked right before a process is started. */
  assertHeld(): void {
    this.stopUnlessHeld();
    if (this.sessionStop === "lease_lost") throw new LeaseLost(this.lease.session_id);
  }

  /**
   * Releases the session between two steps, so that another claims it at once. Where `keeps` holds of it by then, the run goes on with
   * it instead. Returns whether it was released.
   */
  async release(keeps: (record: SessionRecord) => boolean = () => false): Promise<boolean> {
    const kept = await this.ports.store.transaction(async (repositories) => {
      const record = await this.ports.log.lockAsOwner(repositories, this.record.tenant, this.lease);
      if (keeps(record)) return record;
      await repositories.sessions.save({ ...record, owner: null, lease_until: 0, attempts: 0 });
      return null;
    });
    this.row = kept ?? this.row;
    return kept === null;
  }
}
