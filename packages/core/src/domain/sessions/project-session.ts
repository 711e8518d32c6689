import type { SessionEvent } from "./event.ts";
import type { Item } from "./item.ts";
import type { ItemCompleted } from "./project-messages.ts";
import { addStats, projectTurn, queuedTurn } from "./project-turn.ts";
import { projectSubagents } from "./project-subagents.ts";
import { projectWaiting } from "./project-waiting.ts";
import type { PendingRequest } from "./request.ts";
import type { SessionState } from "./session.ts";
import { noStats, withoutOutput, type TurnRecord } from "./turn.ts";
import { plainText } from "./content.ts";

const PREVIEW_LENGTH = 200;

/** Where the first turn of a new session is queued. */
export const FIRST_TURN_SEQ = 2;

/** A session before its first event. */
export const emptySession: SessionState = {
  status: "idle",
  stop_reason: null,
  source: "api",
  preview: "",
  message_count: 0,
  created_at: "",
  last_active_at: "",
  current_turn: null,
  queued_turns: [],
  last_turn: null,
  pending_requests: [],
  ended_usage: noStats,
};

function withStatus(state: SessionState): SessionState {
  const current = state.current_turn?.turn;
  const status =
    current !== undefined
      ? current.status === "waiting"
        ? "waiting"
        : "running"
      : state.queued_turns.length > 0
        ? "queued"
        : "idle";
  return status === state.status ? state : { ...state, status };
}

function withTurn(state: SessionState, record: TurnRecord): SessionState {
  const last_turn = state.last_turn?.id === record.turn.id ? record.turn : state.last_turn;
  return { ...state, current_turn: record, last_turn };
}

/** Applies an event of the current turn to it. */
function projectCurrentTurn(state: SessionState, event: SessionEvent): SessionState {
  const current = state.current_turn;
  if (current === null || current.turn.id !== event.turn_id) return state;
  const delegated = projectSubagents(current, event);
  const turn = projectTurn(current.turn, event);
  if (delegated === current) return turn === current.turn ? state : withTurn(state, { ...current, turn });
  return withTurn(state, projectWaiting({ ...delegated, turn }, state.pending_requests, event.at));
}

/** Sets the open requests, and whether the current turn waits for them. */
function withRequests(
  state: SessionState,
  pending_requests: readonly PendingRequest[],
  { at }: SessionEvent,
): SessionState {
  const current = state.current_turn;
  const asked = { ...state, pending_requests };
  return current === null ? asked : withTurn(asked, projectWaiting(current, pending_requests, at));
}

function start(state: SessionState, event: Extract<SessionEvent, { type: "turn.started" }>): SessionState {
  const queued = state.queued_turns.find((record) => record.turn.id === event.turn_id);
  if (queued === undefined) throw new Error(`Turn ${event.turn_id} was started without having been queued.`);
  const queued_turns = state.queued_turns.filter((record) => record !== queued);
  return withTurn(
    { ...state, queued_turns },
    {
      ...queued,
      turn: projectTurn(queued.turn, event),
      model: event.model,
      limits: event.limits ?? queued.limits,
    },
  );
}

/** Adds a turn to the queue: at the end, or behind the turn that it interrupts, which is the running one, the last that interrupts, or the first. */
function enqueue({ current_turn, queued_turns }: SessionState, record: TurnRecord): readonly TurnRecord[] {
  if (record.is_next !== true) return [...queued_turns, record];
  const lastNext = queued_turns.findLastIndex(({ is_next }) => is_next === true);
  const index = lastNext >= 0 || current_turn !== null ? lastNext + 1 : 1;
  return queued_turns.toSpliced(index, 0, record);
}

const previewOf = ({ content }: Item) => plainText(content).slice(0, PREVIEW_LENGTH).toWellFormed();

/** Notes that the message of a queued turn was changed. */
function change(state: SessionState, { turn_id, seq, item }: ItemCompleted): SessionState {
  const queued_turns = state.queued_turns.map((record) =>
    record.turn.id === turn_id ? { ...record, changed_seq: seq } : record,
  );
  const [first] = queued_turns;
  const isFirst = first?.turn.id === turn_id && first.first_seq === FIRST_TURN_SEQ;
  return { ...state, queued_turns, ...(isFirst && { preview: previewOf(item) }) };
}

function end(state: SessionState, event: Extract<SessionEvent, { type: "turn.ended" }>): SessionState {
  const isCurrent = state.current_turn?.turn.id === event.turn_id;
  const current_turn = isCurrent ? null : state.current_turn;
  const queued_turns = state.queued_turns.filter((record) => record.turn.id !== event.turn_id);
  const isLast = state.last_turn?.id === event.turn_id;
  // A turn that was withdrawn leaves the place to the one before it, if that has not ended.
  const before = event.turn.started_at === null ? (queued_turns.at(-1) ?? current_turn) : null;
  return {
    ...state,
    current_turn,
    queued_turns,
    last_turn: isLast ? (before?.turn ?? withoutOutput(event.turn)) : state.last_turn,
    stop_reason: event.turn.stop_reason,
    pending_requests: state.pending_requests.filter((request) => request.turn_id !== event.turn_id),
    ended_usage: addStats(state.ended_usage, event.turn.stats),
  };
}

function project(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case "session.started": {
      const { at, forked_from } = event;
      return { ...state, created_at: at, ...(forked_from !== undefined && { forked_from }) };
    }
    case "turn.queued": {
      const isBehind = state.status !== "idle";
      const record: TurnRecord = { ...queuedTurn(event), ...(isBehind && { is_behind: true }) };
      const source = state.last_turn === null ? event.source : state.source;
      return { ...state, source, queued_turns: enqueue(state, record), last_turn: record.turn };
    }
    case "turn.started":
      return start(state, event);
    case "turn.ended":
      return end(state, event);
    case "request.opened":
      return withRequests(state, [...state.pending_requests, event.request], event);
    case "request.resolved":
      return withRequests(
        state,
        state.pending_requests.filter((request) => request.id !== event.request_id),
        event,
      );
    case "item.completed": {
      if (event.changed_by !== undefined) return change(state, event);
      const isFirstMessage =
        state.preview === "" && event.item.role === "user" && event.item.kind === "message";
      const preview = isFirstMessage ? previewOf(event.item) : state.preview;
      return projectCurrentTurn({ ...state, preview }, event);
    }
    case "item.started":
    case "turn.retrying":
    case "context.compacted":
      return projectCurrentTurn(state, event);
    case "files.rolled_back":
      return state;
    case "session.rewinding":
      return { ...state, is_rewinding: true };
    case "session.rewound": {
      const { is_rewinding, ...rest } = state;
      const { seq: at, through_seq: through } = event;
      return through === null ? rest : { ...rest, rewinds: [...(state.rewinds ?? []), { at, through }] };
    }
  }
}

/** The state of a session after one event, except for `message_count`, which is updated per batch. */
export function projectSession(state: SessionState, event: SessionEvent): SessionState {
  return withStatus({ ...project(state, event), last_active_at: event.at });
}
