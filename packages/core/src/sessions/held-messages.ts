import type { Repositories } from "../ports/store.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import type { ItemCompleted, MessagePosition, TranscriptState } from "../domain/sessions/project-messages.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";

/** The transcript's state before these events, with the messages of queued turns that the events release or change. */
export async function transcriptBefore(
  { events }: Repositories,
  { tenant, id, state: { current_turn, queued_turns } }: SessionRecord,
  appended: readonly SessionEvent[],
): Promise<TranscriptState> {
  const turns = [...(current_turn === null ? [] : [current_turn]), ...queued_turns];
  const held = new Map<string, ItemCompleted[]>();
  const positions = new Map<string, MessagePosition>();
  for (const { type, turn_id } of appended) {
    if (type !== "turn.started" && type !== "turn.ended" && type !== "item.completed") continue;
    const waiting = queued_turns.find(({ turn }) => turn.id === turn_id);
    if (waiting === undefined) continue;
    const seq = waiting.first_seq + 1;
    if (waiting.is_behind === true) {
      const [event] = await events.page(tenant, id, { after: (waiting.changed_seq ?? seq) - 1, limit: 1 });
      held.set(waiting.turn.id, event?.type === "item.completed" ? [event] : []);
    } else positions.set(waiting.turn.id, { seq, at: waiting.turn.queued_at });
  }
  return { turns: new Set(turns.map(({ turn }) => turn.id)), held, positions };
}
