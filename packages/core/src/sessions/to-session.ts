import { addStats } from "../domain/sessions/project-turn.ts";
import { completeTurn } from "../domain/sessions/turn.ts";
import type { Session, SessionRecord, SessionStatus } from "../domain/sessions/session.ts";

const CHAT_STATUS = {
  idle: "idle",
  queued: "agent",
  running: "agent",
  waiting: "human",
} as const satisfies Record<SessionStatus, string>;

/** The public view of a session. */
export function toSession(record: SessionRecord): Session {
  const { id, workspace_id, name, metadata, parent, state, next_seq } = record;
  const current = state.current_turn?.turn;
  return {
    id,
    workspace_id,
    name,
    status: state.status,
    chat_status: CHAT_STATUS[state.status],
    stop_reason: state.stop_reason,
    source: state.source,
    preview: state.preview,
    message_count: state.message_count,
    created_at: state.created_at,
    last_active_at: state.last_active_at,
    last_seq: next_seq - 1,
    last_turn: state.last_turn === null ? null : completeTurn(state.last_turn),
    pending_requests: [...state.pending_requests],
    parent,
    forked_from: state.forked_from ?? null,
    usage: current === undefined ? state.ended_usage : addStats(state.ended_usage, current.stats),
    metadata,
  };
}
