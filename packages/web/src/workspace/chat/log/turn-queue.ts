import type { Schemas } from "@workspace-agent/client";
import type { UserRow } from "./row.ts";
import type { QueuedTurn } from "./session-view.ts";

/** The turns that were accepted and have not started. */
export class TurnQueue {
  constructor(public turns: readonly QueuedTurn[]) {}

  add({ turn_id: turnId, at, is_next, by, metadata = {} }: Schemas["TurnQueued"]): void {
    const turn: QueuedTurn = { turnId, at, by: by ?? null, metadata, messages: [] };
    this.turns = is_next === true ? [turn, ...this.turns] : [...this.turns, turn];
  }

  has(turnId: string): boolean {
    return this.turns.some((turn) => turn.turnId === turnId);
  }

  /** Keeps a message of a queued turn until the turn starts; a changed one replaces the one before. Returns whether there is such a turn. */
  hold(row: UserRow): boolean {
    if (!this.has(row.turnId)) return false;
    this.turns = this.turns.map((turn) => {
      if (turn.turnId !== row.turnId) return turn;
      const { by, metadata, messages } = turn;
      const others = messages.filter(({ id }) => id !== row.id);
      return { ...turn, messages: [...others, { ...row, by: row.by ?? by, metadata, startsTurn: true }] };
    });
    return true;
  }

  /** Removes a turn, and returns its messages. */
  release(turnId: string): readonly UserRow[] {
    const turn = this.turns.find((each) => each.turnId === turnId);
    if (turn === undefined) return [];
    this.turns = this.turns.filter((each) => each !== turn);
    return turn.messages;
  }
}
