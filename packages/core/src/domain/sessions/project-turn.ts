import { addUsd } from "../prices/usd.ts";
import type { SessionEvent, TurnEndedDraft } from "./event.ts";
import { completeTurn, noStats, STOP_REASONS, type Turn, type TurnRecord, type TurnStats } from "./turn.ts";

/** The sum of two statistics. A cost that is unknown in both stays unknown. */
export function addStats(a: TurnStats, b: TurnStats): TurnStats {
  return {
    steps: a.steps + b.steps,
    tool_calls: a.tool_calls + b.tool_calls,
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cache_read_tokens: a.cache_read_tokens + b.cache_read_tokens,
    cache_write_tokens: a.cache_write_tokens + b.cache_write_tokens,
    cost_usd: addUsd(a.cost_usd, b.cost_usd),
    duration_ms: a.duration_ms + b.duration_ms,
  };
}

/** The turn after its end at `at`. */
export function endedTurn(
  turn: Turn,
  { stop_reason: stopReason, error, output }: Omit<TurnEndedDraft, "type" | "turn_id">,
  at: string,
): Turn {
  const started = turn.started_at ?? at;
  const isMissing = turn.output_attempts !== undefined && output === undefined;
  if (isMissing && STOP_REASONS[stopReason] === "completed")
    throw new Error(`Turn ${turn.id} has to give an output, so it cannot end as ${stopReason} without one.`);
  return {
    ...completeTurn(turn),
    status: STOP_REASONS[stopReason],
    stop_reason: stopReason,
    error,
    ended_at: at,
    ...(output !== undefined && { output }),
    stats: { ...turn.stats, duration_ms: Math.max(0, Date.parse(at) - Date.parse(started)) },
  };
}

/** The record of a new turn. */
export function queuedTurn(event: Extract<SessionEvent, { type: "turn.queued" }>): TurnRecord {
  return {
    first_seq: event.seq,
    limits: event.limits,
    ...(event.is_next === true && { is_next: true }),
    ...(event.traceparent !== undefined && { traceparent: event.traceparent }),
    ...(event.tools !== undefined && { has_tools: true }),
    turn: {
      id: event.turn_id,
      session_id: event.session_id,
      status: "queued",
      stop_reason: null,
      source: event.source,
      error: null,
      queued_at: event.at,
      started_at: null,
      ended_at: null,
      stats: noStats,
      by: event.by ?? null,
      metadata: event.metadata ?? {},
      ...(event.output !== undefined && { output_attempts: 0 }),
    },
  };
}

function completedItem(
  turn: Turn,
  { usage, output }: Extract<SessionEvent, { type: "item.completed" }>,
): Turn {
  const { output_attempts = 0 } = turn;
  if (usage === undefined && output?.type !== "checked") return turn;
  return {
    ...turn,
    ...(usage !== undefined && { stats: addStats(turn.stats, { ...noStats, ...usage, steps: 1 }) }),
    ...(output?.type === "checked" && { output_attempts: output_attempts + 1 }),
  };
}

/** The turn after one of its events. */
export function projectTurn(turn: Turn, event: SessionEvent): Turn {
  switch (event.type) {
    case "turn.started":
      return { ...turn, status: "running", started_at: event.at };
    case "item.started":
      return { ...turn, stats: { ...turn.stats, tool_calls: turn.stats.tool_calls + 1 } };
    case "item.completed":
      return completedItem(turn, event);
    case "turn.ended":
      return event.turn;
    // Whether the turn waits depends on all its requests: see `projectWaiting`.
    case "request.opened":
    case "request.resolved":
    case "session.started":
    case "turn.queued":
    case "session.rewinding":
    case "session.rewound":
    case "files.rolled_back":
    case "turn.retrying":
      return turn;
    // The call that wrote the summary counts as usage, but not as a step.
    case "context.compacted":
      return event.usage === undefined
        ? turn
        : { ...turn, stats: addStats(turn.stats, { ...noStats, ...event.usage }) };
  }
}
