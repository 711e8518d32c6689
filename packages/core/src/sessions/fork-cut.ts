import type { SessionEvent } from "../domain/sessions/event.ts";
import type { Item } from "../domain/sessions/item.ts";

/**
 * Finds where the copy of a log ends: after the last step that is complete at a message, or at the end of the log. A step is a response
 * of the model with the results of all its calls; the end of a turn completes its open step. Call `apply` for every event in order
 * until `isDone`.
 */
export class ForkCut {
  /** The seq of the last event to copy. */
  through = 1;
  /** Whether no later event can change the cut. */
  isDone = false;
  /** Whether the message was found; true where none was given. */
  isFound: boolean;

  private readonly queued = new Set<string>();
  private readonly started = new Set<string>();
  /** The items of the calls in the current step that have no result yet. */
  private readonly open = new Set<string>();
  private response: string | null = null;
  /** Where the current step is complete, unless its response continues. */
  private candidate: number | null = null;
  private messageSeq: number | null = null;
  /** The turns that have not ended, and those of them that are queued behind others, whose messages join the transcript when they start. */
  private readonly live = new Set<string>();
  private readonly behind = new Set<string>();
  /** The queued turn that the message belongs to. */
  private messageTurn: string | null = null;

  constructor(private readonly atMessage: string | undefined) {
    this.isFound = atMessage === undefined;
  }

  apply(event: SessionEvent): void {
    if (this.isDone) return;
    const isSameResponse = event.type === "item.completed" && event.item.message_id === this.response;
    const isOver = !isSameResponse && this.commit();
    if (!isOver) this.follow(event);
  }

  private follow(event: SessionEvent): void {
    switch (event.type) {
      case "turn.queued":
        this.queued.add(event.turn_id);
        if (this.live.size > 0) this.behind.add(event.turn_id);
        this.live.add(event.turn_id);
        return;
      case "turn.started":
        this.started.add(event.turn_id);
        this.release(event.turn_id);
        return;
      case "item.completed":
        if (event.changed_by === undefined && event.item.status === "completed")
          this.addItem(event.item, event.seq);
        return;
      case "turn.ended":
        this.live.delete(event.turn_id);
        this.release(event.turn_id);
        if (this.isDone || !this.started.has(event.turn_id)) return;
        this.open.clear();
        this.candidate = event.seq;
        this.commit();
        return;
      case "session.started":
      case "item.started":
      case "request.opened":
      case "request.resolved":
      case "context.compacted":
      case "session.rewinding":
      case "session.rewound":
      case "files.rolled_back":
      case "turn.retrying":
        return;
    }
  }

  /** The message of a queued turn joins the transcript here. */
  private release(turnId: string): void {
    this.behind.delete(turnId);
    if (turnId !== this.messageTurn) return;
    this.isFound = true;
    this.isDone = true;
  }

  /** The log has no more events. */
  end(): void {
    this.commit();
  }

  private addItem(item: Item, seq: number): void {
    this.lookFor(item, seq);
    if (this.isDone || item.role === "user") return;
    if (item.kind === "system") {
      // The final message of a turn of this session: the end of the turn follows.
      if (this.queued.has(item.turn_id)) return;
      this.open.clear();
      this.candidate = seq;
      return;
    }
    if (item.role === "tool") {
      if (this.open.delete(item.parent_item_id ?? "") && this.open.size === 0) this.candidate = seq;
      return;
    }
    if (item.message_id !== this.response) this.open.clear();
    this.response = item.message_id;
    if (item.content.some(({ type }) => type === "tool_call")) this.open.add(item.item_id);
    this.candidate = this.open.size === 0 ? seq : null;
  }

  private lookFor(item: Item, seq: number): void {
    if (item.message_id !== this.atMessage) return;
    if (item.role === "user" && this.behind.has(item.turn_id)) {
      this.messageTurn = item.turn_id;
      return;
    }
    this.isFound = true;
    // A copied item belongs to a turn of another session.
    const isShown = this.started.has(item.turn_id) || !this.queued.has(item.turn_id);
    if (item.role === "user" || !isShown) this.isDone = true;
    else this.messageSeq ??= seq;
  }

  /** Adds the complete step, if there is one, to the copy. Returns whether the cut is final. */
  private commit(): boolean {
    if (this.candidate === null) return false;
    this.through = this.candidate;
    this.candidate = null;
    this.isDone = this.messageSeq !== null && this.through >= this.messageSeq;
    return this.isDone;
  }
}
