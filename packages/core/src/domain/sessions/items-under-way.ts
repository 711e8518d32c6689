import type { ItemDelta, SessionEvent } from "./event.ts";

/** An item in progress and its text so far. */
export type ItemInProgress = Pick<ItemDelta, "item_id" | "turn_id" | "kind" | "text">;

interface Tracked {
  readonly first: ItemDelta;
  text: string;
}

/** Assembles the items in progress of one session from their pieces. Ignores an item with a missing piece. */
export class ItemsUnderWay {
  private readonly items = new Map<string, Tracked>();

  /** Adds a piece and returns its new part. Null if nothing is new or an earlier piece is missing. */
  add(delta: ItemDelta): ItemDelta | null {
    const { item_id, offset, text } = delta;
    const known = this.items.get(item_id);
    if (known === undefined) {
      if (offset > 0) return null;
      this.items.set(item_id, { first: delta, text });
      return delta;
    }
    const { length } = known.text;
    if (offset > length) this.items.delete(item_id);
    const fresh = text.slice(length - offset);
    if (offset > length || fresh === "") return null;
    known.text += fresh;
    return offset === length ? delta : { ...delta, offset: length, text: fresh };
  }

  apply(events: readonly SessionEvent[]): void {
    if (this.items.size > 0) for (const event of events) this.end(event);
  }

  private end(event: SessionEvent): void {
    switch (event.type) {
      case "turn.started":
      case "turn.retrying":
      case "turn.ended":
        this.items.clear();
        return;
      case "item.completed":
        // The items of a response are completed together. Items of a crashed attempt end here too.
        if (event.item.role === "assistant") this.items.clear();
        else this.items.delete(event.item.item_id);
        return;
      case "session.started":
      case "turn.queued":
      case "item.started":
      case "request.opened":
      case "request.resolved":
      case "context.compacted":
    }
  }

  get isEmpty(): boolean {
    return this.items.size === 0;
  }

  /** Each item as one piece, in the order of their first pieces. */
  pieces(): readonly ItemDelta[] {
    return [...this.items.values()].map(({ first, text }) => ({ ...first, text }));
  }
}
