import type { WorkingCopyRecord } from "../domain/files/working-copy.ts";
import type { FoundWorkingCopy } from "../ports/working-copy-store.ts";

/** Who takes files over. */
interface Taker {
  readonly instance: string;
  readonly placement: string;
  /** The working copy on its host. */
  readonly copy: string;
  /** Milliseconds. */
  readonly at: number;
}

/**
 * The row after a take-over; null where another instance has the files. Its `copy` is null where the published files have to be restored:
 * what was not published is lost then.
 */
export function takenOver(
  { record, isHeld }: FoundWorkingCopy,
  { instance, placement, copy, at }: Taker,
): WorkingCopyRecord | null {
  if (isHeld && record.holder !== instance) return null;
  const taken = { ...record, epoch: record.epoch + 1, holder: instance, placement, wanted: false };
  // What came to this working copy after it was released, as from a command that ended late, was not published.
  if (record.copy === copy) return { ...taken, changed_by: record.changed_by ?? [] };
  const { published_at } = record;
  const lost = record.changed_by ?? [];
  const others = record.rolled_back.filter(({ session_id }) => !lost.includes(session_id));
  const losses = lost.map((session_id) => ({ session_id, published_at }));
  return { ...taken, copy: null, moved_at: at, changed_by: null, rolled_back: [...others, ...losses] };
}

/** `sessions` write from now on. */
export function withWriters(record: WorkingCopyRecord, sessions: readonly string[]): WorkingCopyRecord {
  return { ...record, changed_by: [...new Set([...(record.changed_by ?? []), ...sessions])] };
}

/** The row without the loss that a session's log has now. */
export function withoutLoss(record: WorkingCopyRecord, sessionId: string): WorkingCopyRecord {
  return {
    ...record,
    rolled_back: record.rolled_back.filter(({ session_id }) => session_id !== sessionId),
  };
}
