import { DomainError } from "../domain/errors/domain-error.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import type { EventDraft } from "../domain/sessions/event.ts";
import { LeaseLost } from "../domain/sessions/lease.ts";
import { LogReader, type LogView } from "./log-slices.ts";
import { cancelledRequests } from "../domain/sessions/resolve-requests.ts";
import {
  CLAIMED,
  mayStartWork,
  stopCauseOf,
  transition,
  type RunEvent,
  type RunState,
  type StopCause,
} from "./run-state.ts";
import { findTurn, type Alongside, type Appended, type Drafts, type SessionLog } from "./session-log.ts";
import type { ClaimedSession, Lease, SessionRecord } from "../domain/sessions/session.ts";
import { isToBeInterrupted, noneWaiting, takeWaiting } from "./steering.ts";
import type { TurnEnd, TurnRecord } from "../domain/sessions/turn.ts";

export interface SessionRunPorts {
  readonly store: Store;
  readonly log: SessionLog;
  readonly clock: Clock;
  /** Called when a run completes a step or a turn after earlier runs of the session crashed. */
  readonly onRecovered?: () => void | Promise<void>;
}

/** What a turn starts with: the reference of its model, and its limits where they are lower than those that it was accepted with. */
export type TurnStart = Pick<Extract<EventDraft, { readonly type: "turn.started" }>, "model" | "limits">;

const hasWork = ({ state: { status } }: SessionRecord) => status === "running" || status === "queued";

/** Owns a session from claim to release: its state, its lease, its row, and the appends to its log. */
export class SessionRun {
  readonly lease: Lease;
  /** On the monotonic clock. */
  readonly claimedAt: number;
  private readonly previousOwner: string | null;
  private state: RunState = CLAIMED;
  private row: SessionRecord;
  private isCounted = false;
  /** Null until the log is loaded. */
  private reader: LogReader | null = null;
  /** What `appendAhead` has written, until it is durable. */
  private landing: Promise<unknown> = Promise.resolve();
  private turnStop = new AbortController();

  constructor(
    private readonly ports: SessionRunPorts,
    { previous_owner, ...record }: ClaimedSession,
    owner: string,
    private readonly maxUnrenewedMs: number,
    /** When the lease was last requested and granted, on the monotonic clock. */
    private heldAt: number = ports.clock.monotonic(),
  ) {
    this.row = record;
    this.lease = { session_id: record.id, owner, epoch: record.epoch };
    this.claimedAt = heldAt;
    this.previousOwner = previous_owner;
  }

  /** The session's row as this run has last seen it. */
  get record(): SessionRecord {
    return this.row;
  }

  get turn(): TurnRecord | null {
    return this.row.state.current_turn;
  }

  /** Whether the run has to hand over between two steps instead of going on. */
  get isDraining(): boolean {
    return "requests" in this.state && this.state.requests.drain;
  }

  get isReleased(): boolean {
    return this.state.name === "ended" || this.state.name === "handed_over";
  }

  get isLost(): boolean {
    return this.state.name === "lost";
  }

  /** Aborts when the current turn has to stop at once. */
  get signal(): AbortSignal {
    return this.turnStop.signal;
  }

  get stopCause(): StopCause | null {
    return stopCauseOf(this.state);
  }

  private move(event: RunEvent): void {
    this.state = transition(this.state, event);
    if (this.stopCause !== null) this.turnStop.abort();
  }

  drain(): void {
    this.move({ type: "drain" });
  }

  /** Stops the given turn, now or when it begins. */
  interrupt(turnId: string): void {
    this.move({ type: "interrupt", turnId });
  }

  /** Stops the run altogether. */
  stop(cause: StopCause): void {
    this.move({ type: "stop", cause });
  }

  /** The store or the disk is unavailable: stops what works for the turn. */
  wait(): void {
    this.move({ type: "store_unavailable" });
  }

  /**
   * Begins a turn that waits, as `startOf` says of it, or continues it where an earlier run left off. Null where it was withdrawn
   * in the meantime.
   */
  async beginTurn(turnId: string, startOf: (waiting: TurnRecord) => TurnStart): Promise<TurnRecord | null> {
    if (this.turn === null)
      await this.append(({ state }) => {
        const waiting = state.queued_turns.find(({ turn }) => turn.id === turnId);
        return waiting === undefined ? [] : [{ type: "turn.started", turn_id: turnId, ...startOf(waiting) }];
      });
    if (this.turn === null) return null;
    if (this.isLost) throw new LeaseLost(this.lease.session_id);
    this.turnStop = new AbortController();
    this.move({ type: "turn_begun", turnId });
    this.readInterrupt();
    return this.turn;
  }

  private readInterrupt(): void {
    if (this.turn !== null && isToBeInterrupted(this.row)) this.interrupt(this.turn.turn.id);
  }

  /** Whether the run before died, or lost its lease, without releasing the session. */
  get isTakenOver(): boolean {
    return this.previousOwner !== null;
  }

  /**
   * Reads the whole log into `view`, which receives each later event too. From now on the run counts as an attempt where the run
   * before it crashed; one that only ends a turn, or follows a lost lease of the same instance, does not.
   */
  async load(view: LogView): Promise<void> {
    if (this.isTakenOver && this.previousOwner !== this.lease.owner) await this.countAttempt();
    const reader = new LogReader(this.ports.store, this.row, view);
    await reader.readTo(this.row.next_seq - 1);
    this.reader = reader;
  }

  /** Appends, fenced by the lease, and reads what others appended before. Throws `LeaseLost`. */
  async append(
    drafts: Drafts,
    then?: (record: SessionRecord) => SessionRecord,
    alongside?: Alongside,
  ): Promise<void> {
    await this.landed();
    const { tenant } = this.row;
    await this.receive(await this.ports.log.appendAsOwner(tenant, this.lease, drafts, then, alongside));
  }

  /**
   * Appends like `append`, but resolves as soon as the events are written, before they are durable. Await `landed` before anything
   * that depends on them leaves the process; where they did not become durable, this run appends nothing more.
   */
  async appendAhead(drafts: readonly EventDraft[]): Promise<void> {
    await this.landed();
    const { tenant } = this.row;
    const { promise, resolve, reject } = Promise.withResolvers<Appended>();
    const { log } = this.ports;
    const landing = log.appendAsOwner(tenant, this.lease, drafts, undefined, undefined, resolve);
    landing.then(resolve, reject);
    const appended = await promise;
    // The view has events that the log may not have: only another run, which reads the log again, can go on.
    this.landing = landing.catch((cause: unknown) => {
      throw new DomainError("overloaded", "What was written did not last.", { cause });
    });
    // A turn that ends by then does not await it.
    this.landing.catch(() => undefined);
    await this.receive(appended);
  }

  /** Resolves when everything that this run appended is durable; rejects where it is not. */
  landed(): Promise<unknown> {
    return this.landing;
  }

  private async receive({ record, events }: Appended): Promise<void> {
    this.row = record;
    if (record.owner === null) this.move({ type: "released", hasWork: hasWork(record) });
    await this.reader?.receive(events);
    this.readInterrupt();
  }

  /** Appends the messages that wait to join the turn. `reads`: also those that came since the run last appended, for one query. */
  async takeWaiting({ reads = false } = {}): Promise<void> {
    const { tenant, workspace_id, id } = this.row;
    const record = reads ? await this.ports.store.sessions.get(tenant, workspace_id, id) : this.row;
    if (record === null || record.steering === 0) return;
    await this.append((locked, repositories) => takeWaiting(repositories, locked), noneWaiting);
  }

  /**
   * Ends the turn; the same commit releases the session when no other turn is queued. With `unlessSteered` the turn goes on where
   * messages wait to join it, and these events are appended instead. Returns whether it has ended.
   */
  async endTurn(
    turnId: string,
    { reason: stop_reason, ...rest }: TurnEnd,
    drafts: readonly EventDraft[],
    unlessSteered?: readonly EventDraft[],
  ): Promise<boolean> {
    const hadCrashed = this.row.attempts > 0;
    const instead = ({ steering }: SessionRecord) => (steering > 0 ? unlessSteered : undefined);
    await this.append(
      (record) => {
        // A queued turn may have been withdrawn.
        if (findTurn(record.state, turnId) === null) return [];
        const ended = { type: "turn.ended" as const, turn_id: turnId, stop_reason, ...rest };
        return instead(record) ?? [...cancelledRequests(record.state, turnId), ...drafts, ended];
      },
      (record) => {
        if (instead(record) !== undefined) return record;
        const interrupt_turn_id = record.interrupt_turn_id === turnId ? null : record.interrupt_turn_id;
        const released = record.state.status === "idle" ? { owner: null, lease_until: 0 } : {};
        return { ...record, attempts: 0, interrupt_turn_id, ...released };
      },
    );
    if (hadCrashed && this.row.attempts === 0) await this.ports.onRecovered?.();
    return this.turn?.turn.id !== turnId;
  }

  private async countAttempt(): Promise<void> {
    await this.saveAttempts(this.row.attempts + 1);
    this.isCounted = true;
  }

  /** Counts a run that failed without ending its turn, and leaves the session to whoever claims it once the lease has run out. */
  async failed(): Promise<void> {
    // Where even that cannot be written, nothing is left to do.
    if (!this.isCounted) await this.countAttempt().catch(() => {});
    this.stop("lease_lost");
  }

  /** The run has completed a step, so what ended earlier runs does not end this one. */
  async recovered(): Promise<void> {
    if (this.row.attempts === 0) return;
    await this.saveAttempts(0);
    await this.ports.onRecovered?.();
  }

  private async saveAttempts(attempts: number): Promise<void> {
    const { store, log } = this.ports;
    await store.transaction(async (repositories) => {
      const record = await log.lockAsOwner(repositories, this.row.tenant, this.lease);
      await repositories.sessions.save({ ...record, attempts });
    });
    this.row = { ...this.row, attempts };
  }

  /**
   * Releases the session between two steps, so that any instance can claim it at once. Where `keeps` is true of the row by then, the
   * run goes on instead. Returns whether the session was released. Throws `LeaseLost`.
   */
  async release(keeps: (record: SessionRecord) => boolean = () => false): Promise<boolean> {
    const { store, log } = this.ports;
    const { record, isKept } = await store.transaction(async (repositories) => {
      const locked = await log.lockAsOwner(repositories, this.row.tenant, this.lease);
      if (keeps(locked)) return { record: locked, isKept: true };
      await repositories.sessions.save({ ...locked, owner: null, lease_until: 0, attempts: 0 });
      return { record: locked, isKept: false };
    });
    this.row = record;
    if (!isKept) this.move({ type: "released", hasWork: hasWork(record) });
    return this.isReleased;
  }

  /** The store confirmed the lease when it was asked at `askedAt`, on the monotonic clock. */
  renewed(askedAt: number): void {
    this.heldAt = askedAt;
  }

  /** Stops the run when its lease may have run out. */
  stopUnlessHeld(): void {
    if (this.ports.clock.monotonic() - this.heldAt > this.maxUnrenewedMs) this.stop("lease_lost");
  }

  /** Throws `LeaseLost` when the lease may have run out, or the run works no more. Called right before a process starts. */
  assertHeld(): void {
    this.stopUnlessHeld();
    if (!mayStartWork(this.state)) throw new LeaseLost(this.lease.session_id);
  }
}
