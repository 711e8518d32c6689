import type { PendingRequest } from "./request.ts";
import type { TurnRecord } from "./turn.ts";

/** Whether a turn waits: it has a request of its own, or all of its open subagents have requests. */
function isWaiting({ turn, subagents }: TurnRecord, pending: readonly PendingRequest[]): boolean {
  const own = pending.filter(({ turn_id }) => turn_id === turn.id);
  if (own.some(({ origin_session_id }) => origin_session_id === undefined)) return true;
  const asking = new Set(own.map(({ origin_session_id }) => origin_session_id));
  const open = subagents?.open ?? [];
  return open.length > 0 && open.every(({ session_id }) => asking.has(session_id));
}

/** A running turn after its requests or subagents changed at `at`. It waits while nothing can continue without an answer. */
export function projectWaiting(
  record: TurnRecord,
  pending: readonly PendingRequest[],
  at: string,
): TurnRecord {
  const waits = isWaiting(record, pending);
  const { ms, since } = record.waits ?? { ms: 0, since: null };
  if (waits === (since !== null)) return record;
  return {
    ...record,
    turn: { ...record.turn, status: waits ? "waiting" : "running" },
    waits: waits ? { ms, since: at } : { ms: ms + waited(since, at), since: null },
  };
}

/** Never negative, even if the clock was set back. */
function waited(since: string | null, until: string): number {
  return since === null ? 0 : Math.max(0, Date.parse(until) - Date.parse(since));
}
