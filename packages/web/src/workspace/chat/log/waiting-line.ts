import type { Schemas } from "@workspace-agent/client";
import type { UserRow } from "./row.ts";
import type { WaitingTurn } from "./session-view.ts";

/** The turns that were accepted and have not begun. */
export class WaitingLine {
  constructor(public turns: readonly WaitingTurn[]) {}

  add({ turn_id: turnId, at, is_next }: Schemas["TurnQueued"]): void {
    const turn: WaitingTurn = { turnId, at, messages: [] };
    this.turns = is_next === true ? [turn, ...this.turns] : [...this.turns, turn];
  }

  has(turnId: string): boolean {
    return this.turns.some((turn) => turn.turnId === turnId);
  }

  /** Whether what is said belongs to a turn that waits; it is kept until that begins. */
  hold(row: UserRow): boolean {
    if (!this.has(row.turnId)) return false;
    this.turns = this.turns.map((turn) =>
      turn.turnId === row.turnId ? { ...turn, messages: [...turn.messages, row] } : turn,
    );
    return true;
  }

  /** What was said in a turn that waits no longer. */
  release(turnId: string): readonly UserRow[] {
    const turn = this.turns.find((each) => each.turnId === turnId);
    if (turn === undefined) return [];
    this.turns = this.turns.filter((each) => each !== turn);
    return turn.messages;
  }
}
