import type { Schemas, Turn } from "@workspace-agent/client";

/** Stands for the files as they are, in place of a snapshot. */
export const NOW = "now";

/** A snapshot from before a turn wrote, and the first one after the turn, or `NOW`. */
export interface TurnSpan {
  readonly from: string;
  readonly to: string;
}

export type TurnEnd = Pick<Turn, "id" | "session_id" | "ended_at">;

type Placed = Pick<Schemas["Snapshot"], "id" | "session_id" | "turn_id" | "created_at">;

/** Between which of the snapshots (newest first) a turn ran. Null if there is none from before it: then it wrote nothing, or it was removed. */
export function spanOfTurn(
  snapshots: readonly Placed[],
  { id, session_id: session, ended_at: end }: TurnEnd,
): TurnSpan | null {
  const at = snapshots.findIndex(({ turn_id }) => turn_id === id);
  const before = snapshots[at];
  if (before === undefined) return null;
  // Other sessions may take snapshots while the turn runs, its own session does not.
  const isAfter = ({ session_id, created_at }: Placed) =>
    session_id === session || Date.parse(created_at) >= Date.parse(end ?? created_at);
  const after = end === null ? undefined : snapshots.slice(0, at).findLast(isAfter);
  return { from: before.id, to: after?.id ?? NOW };
}
