import type { PendingRequest } from "./request.ts";
import type { TurnRecord } from "./turn.ts";

/** A subagent that asks holds its turn up only when no other of the turn goes on working. */
function isHeldUp({ turn, subagents }: TurnRecord, pending: readonly PendingRequest[]): boolean {
  const own = pending.filter(({ turn_id }) => turn_id === turn.id);
  if (own.some(({ origin_session_id }) => origin_session_id === undefined)) return true;
  const asking = new Set(own.map(({ origin_session_id }) => origin_session_id));
  const open = subagents?.open ?? [];
  return open.length > 0 && open.every(({ session_id }) => asking.has(session_id));
}

/** A running turn after its requests or subagents have changed, at `at`: it waits while nothing of it goes on without an answer. */
export function projectWaiting(
  record: TurnRecord,
  pending: readonly PendingRequest[],
  at: string,
): TurnRecord {
  const isAsking = isHeldUp(record, pending);
  const { ms, since } = record.waits ?? { ms: 0, since: null };
  if (isAsking === (since !== null)) return record;
  return {
    ...record,
    turn: { ...record.turn, status: isAsking ? "waiting" : "running" },
    waits: isAsking ? { ms, since: at } : { ms: ms + waited(since, at), since: null },
  };
}

/** A clock that was set back makes no wait negative. */
function waited(since: string | null, until: string): number {
  return since === null ? 0 : Math.max(0, Date.parse(until) - Date.parse(since));
}
