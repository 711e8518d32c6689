import { DomainError } from "../domain/errors/domain-error.ts";
import type { Repositories } from "../ports/store.ts";
import { finalMessage } from "../domain/sessions/final-message.ts";
import type { EventDraft } from "../domain/sessions/event.ts";
import type { Item } from "../domain/sessions/item.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import type { TurnRecord } from "../domain/sessions/turn.ts";

/** Whether the current turn has an interrupt request, or the next turn interrupts it. */
export function isToBeInterrupted({ state, interrupt_turn_id }: SessionRecord): boolean {
  if (state.current_turn === null) return false;
  return state.current_turn.turn.id === interrupt_turn_id || state.queued_turns[0]?.is_next === true;
}

/** The turn that a message may join; null where none runs, or where it is to be interrupted. */
export function turnToJoin(record: SessionRecord): TurnRecord | null {
  return isToBeInterrupted(record) ? null : record.state.current_turn;
}

/** Stores a message for the running turn, in a transaction that holds the session's row. Throws `queue_full`. */
export async function storeForTurn(
  { sessions, steering }: Repositories,
  record: SessionRecord,
  item: Item,
  most: number,
): Promise<void> {
  const waiting = record.steering;
  if (waiting >= most)
    throw new DomainError("queue_full", `${waiting} messages already wait to join the running turn.`, {
      retryAfter: 10,
    });
  await steering.add(record.tenant, record.id, { position: waiting, item });
  await sessions.save({ ...record, steering: waiting + 1 });
}

/** Removes the messages that wait to join the running turn, and returns them to append in the same transaction. */
export async function takeWaiting(
  { steering }: Repositories,
  { tenant, id }: SessionRecord,
): Promise<EventDraft[]> {
  const waiting = await steering.list(tenant, id);
  await steering.clear(tenant, id);
  return waiting.map(({ item }) => ({ type: "item.completed", turn_id: item.turn_id, item }));
}

/** Save this row with the events of `takeWaiting`. */
export function noneWaiting(record: SessionRecord): SessionRecord {
  return { ...record, steering: 0 };
}

function isClosingLine(draft: EventDraft | undefined): boolean {
  return draft?.type === "item.completed" && draft.item.kind === "system" && draft.item.role === "assistant";
}

/** Adds the messages that still wait before the end of a turn, so that the next turn sees them, with the final message behind them. */
export async function withLeftover(
  repositories: Repositories,
  record: SessionRecord,
  drafts: readonly EventDraft[],
): Promise<{ readonly record: SessionRecord; readonly drafts: readonly EventDraft[] }> {
  if (record.steering === 0) return { record, drafts };
  const turnId = record.state.current_turn?.turn.id;
  const at = drafts.findIndex((draft) => draft.type === "turn.ended" && draft.turn_id === turnId);
  const end = drafts[at];
  if (end?.type !== "turn.ended") return { record, drafts };
  const isClosed = isClosingLine(drafts[at - 1]);
  const line = finalMessage(end.turn_id, end.stop_reason, end.error);
  const before = isClosed ? at - 1 : at;
  return {
    record: noneWaiting(record),
    drafts: [
      ...drafts.slice(0, before),
      ...(await takeWaiting(repositories, record)),
      ...(isClosed ? [] : [line]),
      ...drafts.slice(before),
    ],
  };
}
