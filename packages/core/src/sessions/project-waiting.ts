import type { PendingRequest } from "./request.ts";
import type { TurnRecord } from "./turn.ts";

/** A running turn after its requests have changed, at `at`: it waits while one of them is open. */
export function projectWaiting(
  record: TurnRecord,
  pending: readonly PendingRequest[],
  at: string,
): TurnRecord {
  const isAsking = pending.some((request) => request.turn_id === record.turn.id);
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
