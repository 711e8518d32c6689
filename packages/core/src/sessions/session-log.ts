import { inject, service } from "../di.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, STORE } from "../ports/injection.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { ServiceMetrics } from "../telemetry/service-metrics.ts";
import { UsageCollector } from "../usage/usage-of-events.ts";
import { WebhookOutbox } from "../webhooks/webhook-outbox.ts";
import { toTimestamp } from "../domain/wire.ts";
import type { EventDraft, SessionEvent } from "../domain/sessions/event.ts";
import { transcriptBefore } from "./held-messages.ts";
import { LeaseLost } from "../domain/sessions/lease.ts";
import { EventHub } from "./event-hub.ts";
import { LiveFeed } from "./live-feed.ts";
import { surfacedRequests, stillSurfacing } from "../domain/sessions/surfaced-requests.ts";
import { projectMessages } from "../domain/sessions/project-messages.ts";
import { projectSession } from "../domain/sessions/project-session.ts";
import { endedTurn } from "../domain/sessions/project-turn.ts";
import type { Lease, SessionRecord, SessionState } from "../domain/sessions/session.ts";
import { withLeftover } from "./steering.ts";
import type { TurnRecord } from "../domain/sessions/turn.ts";

export interface Appended {
  readonly record: SessionRecord;
  readonly events: readonly SessionEvent[];
  /** Whether the session's status changed. */
  readonly hasNewStatus: boolean;
  /** Whether webhooks are to be delivered. */
  readonly hasDeliveries: boolean;
  /** The appends to other logs in the same transaction. */
  readonly beside: readonly Appended[];
}

/** More work in the same transaction. `record` is the locked row after the append. */
export type Alongside = (repositories: Repositories, record: SessionRecord) => Promise<readonly Appended[]>;

/** Events, or a function that makes them from the locked row, in the same transaction. */
export type Drafts =
  | readonly EventDraft[]
  | ((
      record: SessionRecord,
      repositories: Repositories,
    ) => readonly EventDraft[] | Promise<readonly EventDraft[]>);

/** The current or queued turn with this id; null if it is neither. */
export function findTurn(state: SessionState, turnId: string): TurnRecord | null {
  if (state.current_turn?.turn.id === turnId) return state.current_turn;
  return state.queued_turns.find((record) => record.turn.id === turnId) ?? null;
}

/** The current turn, else the next one; null if there is none. */
export const openTurn = ({ current_turn, queued_turns }: SessionState): TurnRecord | null =>
  current_turn ?? queued_turns[0] ?? null;

/** Waits for concurrent writes of one transaction: also after a failure, so that none runs beyond its end. */
async function allDone(writes: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(writes))
    if (outcome.status === "rejected") throw outcome.reason;
}

function complete(
  draft: EventDraft,
  state: SessionState,
  position: { session_id: string; seq: number; at: string },
): SessionEvent {
  if (draft.type !== "turn.ended") return { ...draft, ...position };
  const record = findTurn(state, draft.turn_id);
  if (record === null) throw new Error(`Turn ${draft.turn_id} cannot end: it is neither queued nor running.`);
  const turn = endedTurn(record.turn, draft, position.at);
  return { type: "turn.ended", turn_id: draft.turn_id, turn, ...position };
}

/** Appends to the logs of sessions, and updates their projections in the same transaction. */
@service()
export class SessionLog {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LiveFeed) private readonly feed: LiveFeed,
    @inject(EventHub) private readonly hub: EventHub,
    @inject(ServiceMetrics) private readonly metrics: ServiceMetrics,
    @inject(WebhookOutbox) private readonly outbox: WebhookOutbox,
  ) {}

  /**
   * Appends inside the caller's transaction, which holds the session's row. Pass the result to `announce` after the commit. `then` may
   * change the row before it is saved, for example to release the lease.
   */
  async append(
    repositories: Repositories,
    locked: SessionRecord,
    wanted: readonly EventDraft[],
    then: (record: SessionRecord) => SessionRecord = (record) => record,
  ): Promise<Appended> {
    const { record, drafts } = await withLeftover(repositories, locked, wanted);
    const at = toTimestamp(this.clock.now());
    let { state, next_seq } = record;
    const events: SessionEvent[] = [];
    const turns = new Map<string, TurnRecord>();
    const collector = new UsageCollector();
    for (const draft of drafts) {
      const event = complete(draft, state, { session_id: record.id, seq: next_seq, at });
      const before = event.turn_id === null ? null : findTurn(state, event.turn_id);
      state = projectSession(state, event);
      events.push(event);
      next_seq += 1;
      if (event.turn_id === null) continue;
      const after =
        event.type === "turn.ended" && before !== null
          ? { ...before, turn: event.turn }
          : findTurn(state, event.turn_id);
      if (after !== null && after !== before) turns.set(event.turn_id, after);
      if (after !== null && before !== null) collector.add(event, before, after);
    }
    const projected = projectMessages(events, await transcriptBefore(repositories, record, events));
    const messages = projected.filter(({ seq }) => seq >= record.next_seq);
    const changed = projected.filter(({ seq }) => seq < record.next_seq);
    state = { ...state, message_count: state.message_count + messages.length };
    const appended = then({ ...record, state, next_seq });
    const { tenant, workspace_id, id } = record;
    const used = collector.sums();
    const { usage } = repositories;
    await allDone([
      repositories.sessions.save(appended),
      repositories.events.append(tenant, id, events),
      ...[...turns.values()].map((turn) => repositories.turns.save(tenant, turn)),
      ...(messages.length > 0 ? [repositories.messages.append(tenant, id, messages)] : []),
      ...changed.map((message) => repositories.messages.replace(tenant, id, message)),
      ...(used.length > 0 && usage !== undefined ? [usage.add(tenant, workspace_id, id, used)] : []),
    ]);
    const hasNewStatus = state.status !== locked.state.status;
    const beside = await this.surface(repositories, appended, events);
    const hasDeliveries = await this.outbox.add(repositories, appended, events);
    return { record: appended, events, hasNewStatus, hasDeliveries, beside };
  }

  /** Appends the requests of a subagent, and how they are resolved, to its parent's log too. Rows are locked from the child up. */
  private async surface(
    repositories: Repositories,
    { id, tenant, parent }: SessionRecord,
    events: readonly SessionEvent[],
  ): Promise<readonly Appended[]> {
    if (parent === null) return [];
    const surfaced = surfacedRequests(id, parent, events);
    const record = surfaced.length === 0 ? null : await repositories.sessions.lock(tenant, parent.session_id);
    if (record === null) return [];
    const drafts = stillSurfacing(surfaced, parent, record);
    return drafts.length === 0 ? [] : [await this.append(repositories, record, drafts)];
  }

  /**
   * Appends as the owner of the lease. Throws `LeaseLost` and writes nothing where another owner has it. Watchers are notified once the
   * events are durable; `whenWritten` is called before, as with the store's transactions.
   */
  async appendAsOwner(
    tenant: string,
    lease: Lease,
    drafts: Drafts,
    then?: (record: SessionRecord) => SessionRecord,
    alongside?: Alongside,
    whenWritten?: (appended: Appended) => void,
  ): Promise<Appended> {
    const appended = await this.store.transaction(async (repositories): Promise<Appended> => {
      const record = await this.lockAsOwner(repositories, tenant, lease);
      const made = typeof drafts === "function" ? await drafts(record, repositories) : drafts;
      const own = await this.append(repositories, record, made, then);
      if (alongside === undefined) return own;
      return { ...own, beside: [...own.beside, ...(await alongside(repositories, own.record))] };
    }, whenWritten);
    this.announce(appended);
    return appended;
  }

  /** Locks the session's row as the owner of the lease. Throws `LeaseLost`. */
  async lockAsOwner(repositories: Repositories, tenant: string, lease: Lease): Promise<SessionRecord> {
    const record = await repositories.sessions.lock(tenant, lease.session_id);
    if (record === null || record.owner !== lease.owner || record.epoch !== lease.epoch)
      throw new LeaseLost(lease.session_id);
    return record;
  }

  /** Notifies watchers here and on other instances. Call after the commit. */
  announce(appended: Appended): void {
    for (const other of appended.beside) this.announce(other);
    if (appended.events.length === 0) return;
    if (appended.hasDeliveries) this.outbox.announce();
    this.metrics.events(appended.record, appended.events);
    this.publish(appended);
  }

  /** Notifies watchers of events that are copies: no work was done for them. Call after the commit. */
  publish({ record, events, hasNewStatus }: Appended): void {
    const last = events.at(-1);
    if (last === undefined) return;
    this.hub.publish(record, events);
    this.feed.publish(last.session_id, { type: "events", events, hasNewStatus });
    this.store.cluster?.publish([{ type: "events", session_id: last.session_id, seq: last.seq }]);
  }
}
