import type { SessionEvent } from "../domain/sessions/event.ts";
import type { LogView } from "../sessions/log-slices.ts";

/**
 * Finds where a session is cut so that a turn and all after it are no part of it any more: before the turn's message, or, where that
 * waited behind other turns, before the turn's start. Receives the current events of a log in order.
 */
export class RewindCut implements LogView {
  /** The last event before the turn; null until it is found. */
  through: number | null = null;
  /** The turn and those that started after it, in order, and whether each called a tool that can change files. */
  readonly turns = new Map<string, boolean>();
  private readonly live = new Set<string>();
  private running: string | null = null;
  private last = 0;

  constructor(
    private readonly turnId: string,
    private readonly writingTools: ReadonlySet<string>,
  ) {}

  apply(event: SessionEvent): void {
    // Where a rewind took events back, the session was idle: turns that waited then never started.
    if (event.seq !== this.last + 1) {
      this.live.clear();
      this.running = null;
    }
    this.last = event.seq;
    if (event.type === "turn.ended" && event.turn_id === this.running) this.running = null;
    this.look(event);
    if (event.type === "turn.queued") this.live.add(event.turn_id);
    if (event.type === "turn.started") this.running = event.turn_id;
    if (event.type === "turn.ended") this.live.delete(event.turn_id);
    if (this.through === null) return;
    if (event.type === "turn.started") this.turns.set(event.turn_id, false);
    if (event.type !== "item.started") return;
    const calls = event.item.content.filter((part) => part.type === "tool_call");
    if (calls.some(({ name }) => this.writingTools.has(name))) this.turns.set(event.turn_id, true);
  }

  private look(event: SessionEvent): void {
    if (this.through !== null || event.turn_id !== this.turnId) return;
    const isFirst = event.type === "turn.queued" && this.live.size === 0;
    if (!isFirst && event.type !== "turn.started" && event.type !== "turn.ended") return;
    // It was withdrawn while another turn ran, which is not cut in two.
    if (this.running !== null) return;
    this.through = event.seq - 1;
    this.turns.set(this.turnId, false);
  }
}
