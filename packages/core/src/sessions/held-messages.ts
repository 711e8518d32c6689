import type { Repositories } from "../ports/store.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import type { ItemCompleted, TranscriptState } from "../domain/sessions/project-messages.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";

/** The transcript's state before these events, with the held messages that the events release. */
export async function transcriptBefore(
  { events }: Repositories,
  { tenant, id, state: { current_turn, queued_turns } }: SessionRecord,
  appended: readonly SessionEvent[],
): Promise<TranscriptState> {
  const turns = [...(current_turn === null ? [] : [current_turn]), ...queued_turns];
  const held = new Map<string, ItemCompleted[]>();
  for (const { type, turn_id } of appended) {
    if (type !== "turn.started" && type !== "turn.ended") continue;
    const behind = queued_turns.find(({ turn, is_behind }) => turn.id === turn_id && is_behind === true);
    if (behind === undefined) continue;
    const [event] = await events.page(tenant, id, { after: behind.first_seq, limit: 1 });
    held.set(behind.turn.id, event?.type === "item.completed" ? [event] : []);
  }
  return { turns: new Set(turns.map(({ turn }) => turn.id)), held };
}
