import type { Schemas, SessionEvent } from "@workspace-agent/client";
import { endOutputs } from "./call-outputs.ts";
import { attachmentsOf, imagesOf, textOf } from "./item-parts.ts";
import type { Asked, CallRow, Row, UserRow } from "./row.ts";
import type { RunningTurn, SessionView } from "./session-view.ts";
import { TurnQueue } from "./turn-queue.ts";

type ItemCompleted = Schemas["ItemCompleted"];
type RequestOpened = Schemas["RequestOpened"];
type RequestResolved = Schemas["RequestResolved"];

const callKey = (turnId: string, callId: string) => `${turnId}/${callId}`;

/** A mutable copy of a view. */
class Draft {
  private readonly order: string[];
  private readonly rows: Map<string, Row>;
  private readonly calls: Map<string, string>;
  private readonly open: Map<string, string>;
  private readonly queue: TurnQueue;
  private running: RunningTurn | null;
  private rewinding: SessionView["rewinding"];
  private live: SessionView["live"];
  private from: number;
  private through: number;

  constructor(private readonly before: SessionView) {
    this.order = [...before.order];
    this.rows = new Map(before.rows);
    this.calls = new Map(before.calls);
    this.open = new Map(before.open);
    this.queue = new TurnQueue(before.queue);
    ({ running: this.running, rewinding: this.rewinding, live: this.live } = before);
    ({ from: this.from, through: this.through } = before);
  }

  view(): SessionView {
    const { order, rows, calls, open, running, rewinding, live, from, through } = this;
    const changed = { order, rows, calls, open, running, rewinding, live, from, through };
    return { ...this.before, ...changed, queue: this.queue.turns };
  }

  apply(event: SessionEvent): void {
    if (event.seq <= this.through) return;
    if (this.from === 0) this.from = event.seq;
    this.through = event.seq;
    this.applyNew(event);
    if (event.seq === this.before.settled) this.running = null;
  }

  private applyNew(event: SessionEvent): void {
    switch (event.type) {
      case "session.started": {
        const { forked_from: forkedFrom = null, parent = null } = event;
        if (forkedFrom === null && parent === null) return;
        this.put({ kind: "origin", id: `event-${event.seq}`, at: event.at, forkedFrom, parent });
        return;
      }
      case "turn.queued":
        this.queue.add(event);
        return;
      case "turn.started":
        this.begin(event.turn_id);
        this.update({ startedAt: event.at, model: event.model });
        return;
      case "item.started":
        this.begin(event.turn_id);
        this.live = [];
        this.change(event.item.item_id, {
          startedAt: event.at,
          childSessionId: event.child_session_id ?? null,
        });
        return;
      case "item.completed":
        this.complete(event);
        return;
      case "request.opened":
        this.ask(event);
        return;
      case "request.resolved":
        this.resolve(event);
        return;
      case "context.compacted":
        this.begin(event.turn_id);
        this.put({ kind: "compacted", id: `event-${event.seq}`, at: event.at, turnId: event.turn_id, event });
        return;
      case "turn.retrying": {
        this.begin(event.turn_id);
        this.live = [];
        const { attempt, delay_ms: delayMs, reason, at, turn_id: turnId } = event;
        this.put({ kind: "retry", id: `event-${event.seq}`, at, turnId, attempt, delayMs, reason });
        this.update({ retryAt: Date.parse(at) + delayMs });
        return;
      }
      case "turn.ended":
        this.withdraw(event.turn_id);
        this.live = this.live.filter(({ turnId }) => turnId !== event.turn_id);
        if (this.running?.turnId === event.turn_id) this.running = null;
        this.put({
          kind: "end",
          id: `end-${event.turn_id}`,
          at: event.at,
          turnId: event.turn_id,
          turn: event.turn,
        });
        return;
      case "session.rewinding":
        this.rewinding = { at: event.at, by: event.by ?? null };
        return;
      case "session.rewound":
        this.endRewind();
        this.put({ kind: "rewind", id: `event-${event.seq}`, at: event.at, event });
        return;
      case "files.rolled_back":
        this.put({ kind: "rollback", id: `event-${event.seq}`, at: event.at, event });
        return;
    }
  }

  /** The session is idle, though a turn of which it only has the beginning may say otherwise. */
  private endRewind(): void {
    this.queue.turns = [];
    this.open.clear();
    [this.running, this.rewinding, this.live] = [null, null, []];
  }

  private put(row: Row): void {
    if (!this.rows.has(row.id)) this.order.push(row.id);
    this.rows.set(row.id, row);
  }

  private change(id: string, changes: Partial<CallRow>): void {
    const row = this.rows.get(id);
    if (row?.kind === "call") this.rows.set(id, { ...row, ...changes });
  }

  private update(changes: Partial<RunningTurn>): void {
    if (this.running !== null) this.running = { ...this.running, ...changes };
  }

  /** Adds the messages of a queued turn to the transcript. */
  private release(turnId: string): void {
    for (const row of this.queue.release(turnId)) this.put(row);
  }

  /** Adds the messages of a turn that ends before it starts. Nothing can return to before them. */
  private withdraw(turnId: string): void {
    for (const row of this.queue.release(turnId)) this.put({ ...row, startsTurn: false });
  }

  /** Called for events that only a started turn has. */
  private begin(turnId: string): void {
    if (this.running?.turnId === turnId) return;
    this.release(turnId);
    this.running = {
      turnId,
      startedAt: null,
      model: null,
      steps: [],
      inputTokens: 0,
      outputTokens: 0,
      costUsd: null,
      retryAt: null,
    };
  }

  private complete(event: ItemCompleted): void {
    const { item, at } = event;
    this.live = this.live.filter(({ id }) => id !== item.item_id);
    // The beginning of its turn may be before the events that were read.
    if (event.changed_by !== undefined && !this.queue.has(item.turn_id)) return;
    const row = { id: item.item_id, at, turnId: item.turn_id, messageId: item.message_id };
    if (item.kind === "message" && item.role === "user") {
      const isSteering = this.running?.turnId === item.turn_id;
      const message: UserRow = {
        ...row,
        kind: "user",
        text: textOf(item),
        images: imagesOf(item),
        attachments: attachmentsOf(item),
        isSteering,
        startsTurn: false,
        by: event.changed_by ?? null,
        metadata: {},
      };
      if (isSteering || !this.queue.hold(message)) this.put(message);
      return;
    }
    // The note about a turn that was withdrawn comes after its messages; it may come while another runs.
    const isOther = this.running !== null && this.running.turnId !== item.turn_id;
    if (item.kind === "system" && (isOther || this.queue.has(item.turn_id))) this.withdraw(item.turn_id);
    else this.begin(event.turn_id);
    this.count(event);
    const isFailed = item.status === "failed";
    switch (item.kind) {
      case "message":
      case "reasoning":
        if (textOf(item) === "") return;
        this.put({
          ...row,
          kind: item.kind === "message" ? "text" : "reasoning",
          text: textOf(item),
          isFailed,
        });
        return;
      case "system":
        this.put({ ...row, kind: "note", text: textOf(item), isForModel: item.role === "user" });
        return;
      case "tool_call":
        this.addCall(event, isFailed);
        return;
      case "tool_result":
        this.addResult(event);
        return;
    }
  }

  private count({ item, usage }: ItemCompleted): void {
    const { running } = this;
    if (running === null || running.turnId !== item.turn_id || item.role !== "assistant") return;
    if (item.kind === "system" || item.status !== "completed") return;
    const isNew = !running.steps.includes(item.message_id);
    const cost = usage?.cost_usd ?? null;
    this.running = {
      ...running,
      retryAt: null,
      steps: isNew ? [...running.steps, item.message_id] : running.steps,
      inputTokens: running.inputTokens + (usage?.input_tokens ?? 0),
      outputTokens: running.outputTokens + (usage?.output_tokens ?? 0),
      costUsd: cost === null ? running.costUsd : (running.costUsd ?? 0) + cost,
    };
  }

  private addCall({ item, at }: ItemCompleted, isFailed: boolean): void {
    const call = item.content.find((part) => part.type === "tool_call");
    if (call === undefined) return;
    const { item_id: id, turn_id: turnId, message_id: messageId } = item;
    this.calls.set(callKey(turnId, call.call_id), id);
    this.put({ ...NEW_CALL, kind: "call", id, at, turnId, messageId, call, name: call.name, isFailed });
  }

  private addResult({ item, at }: ItemCompleted): void {
    this.live = [];
    const result = item.content.find((part) => part.type === "tool_result");
    if (result === undefined) return;
    const callId = this.calls.get(callKey(item.turn_id, result.call_id)) ?? item.parent_item_id;
    const changes = { result, endedAt: at };
    if (callId !== undefined && this.rows.has(callId)) {
      this.change(callId, changes);
      return;
    }
    const { item_id: id, turn_id: turnId, message_id: messageId } = item;
    this.put({ ...NEW_CALL, kind: "call", id, at, turnId, messageId, name: result.name, ...changes });
  }

  private ask({ request, turn_id: turnId, at, seq }: RequestOpened): void {
    this.begin(turnId);
    let id = this.calls.get(callKey(turnId, request.call_id));
    if (id === undefined) {
      id = `event-${seq}`;
      this.put({ ...NEW_CALL, kind: "call", id, at, turnId, messageId: id, name: request.tool });
    }
    const row = this.rows.get(id);
    if (row?.kind !== "call") return;
    this.open.set(request.id, id);
    this.change(id, { asked: [...row.asked, { request, resolution: null }] });
  }

  private resolve({ request_id: requestId, outcome, note, answers, by }: RequestResolved): void {
    const resolution = { outcome, note: note ?? null, answers: answers ?? null, by: by ?? null };
    const id = this.open.get(requestId);
    const row = id === undefined ? undefined : this.rows.get(id);
    this.open.delete(requestId);
    if (row?.kind !== "call") return;
    const asked = row.asked.map((each): Asked =>
      each.request.id === requestId ? { ...each, resolution } : each,
    );
    this.change(row.id, { asked });
  }
}

const NEW_CALL = {
  call: null,
  isFailed: false,
  startedAt: null,
  endedAt: null,
  result: null,
  childSessionId: null,
  asked: [],
} as const;

/** Applies events of the transcript to a view, in order. Events that it already has change nothing, so duplicates and batch sizes do not matter. */
export function applyEvents(view: SessionView, events: readonly SessionEvent[]): SessionView {
  if (!events.some(({ seq }) => seq > view.through)) return view;
  const draft = new Draft(view);
  for (const event of events) draft.apply(event);
  return endOutputs(draft.view(), events);
}
