import { DomainError } from "../domain/errors/domain-error.ts";
import type { Repositories } from "../ports/store.ts";
import { closingLine } from "../domain/sessions/closing-line.ts";
import type { EventDraft } from "../domain/sessions/event.ts";
import type { Item } from "../domain/sessions/item.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import type { TurnRecord } from "../domain/sessions/turn.ts";

/** Whether the current turn is to be stopped: it was asked for, or a turn that interrupts the one before it is next. */
export function isToBeInterrupted({ state, interrupt_turn_id }: SessionRecord): boolean {
  if (state.current_turn === null) return false;
  return state.current_turn.turn.id === interrupt_turn_id || state.queued_turns[0]?.is_next === true;
}

/** The turn that is to be stopped: the one that runs or waits, or the first that is still to begin. Null: none is. */
export function turnToInterrupt(record: SessionRecord): string | null {
  const { current_turn, queued_turns } = record.state;
  if (current_turn !== null) return isToBeInterrupted(record) ? current_turn.turn.id : null;
  const first = queued_turns[0]?.turn.id;
  return first !== undefined && first === record.interrupt_turn_id ? first : null;
}

/** The turn that a message may join; null where none runs, or where the one that does is to be stopped. */
export function turnToJoin(record: SessionRecord): TurnRecord | null {
  return isToBeInterrupted(record) ? null : record.state.current_turn;
}

/** Keeps a message until the running turn comes to it, in a transaction that holds the session's row. Throws `queue_full`. */
export async function keepForTurn(
  { sessions, steering }: Repositories,
  record: SessionRecord,
  item: Item,
  most: number,
): Promise<void> {
  const waiting = record.steering;
  if (waiting >= most)
    throw new DomainError("queue_full", `${waiting} messages wait to join the running turn already.`, {
      retryAfter: 10,
    });
  await steering.add(record.tenant, record.id, { position: waiting, item });
  await sessions.save({ ...record, steering: waiting + 1 });
}

/** Takes the messages that wait to join the running turn, as what is to be appended in the same transaction. */
export async function takeWaiting(
  { steering }: Repositories,
  { tenant, id }: SessionRecord,
): Promise<EventDraft[]> {
  const waiting = await steering.list(tenant, id);
  await steering.clear(tenant, id);
  return waiting.map(({ item }) => ({ type: "item.completed", turn_id: item.turn_id, item }));
}

/** To be saved with what `takeWaiting` gave. */
export function noneWaiting(record: SessionRecord): SessionRecord {
  return { ...record, steering: 0 };
}

function isClosingLine(draft: EventDraft | undefined): boolean {
  return draft?.type === "item.completed" && draft.item.kind === "system" && draft.item.role === "assistant";
}

/** Before the end of a turn, what it never came to: the next turn sees it, and the line that says why the turn ended follows it. */
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
  const line = closingLine(end.turn_id, end.stop_reason, end.error);
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
