import type { ItemDelta, SessionEvent } from "./event.ts";
import type { Item } from "./item.ts";

/** An item in progress and its text so far. `offset` is above 0 for the output of a call, of which only the end is kept. */
export type ItemInProgress = Pick<ItemDelta, "item_id" | "turn_id" | "kind" | "offset" | "text">;

/** The end of a call's output that is kept, in UTF-16 units. */
const MAX_OUTPUT = 16_384;

interface Tracked {
  first: ItemDelta;
  text: string;
}

const outputOf = (callItemId: string) => `output of ${callItemId}`;

/** Names what a piece belongs to: an item, or the output of a call, whose item is completed before it runs. */
export function growingOf({ item_id, kind }: Pick<ItemDelta, "item_id" | "kind">): string {
  return kind === "tool_output" ? outputOf(item_id) : item_id;
}

/** What gets no more pieces when an item is completed: the item, or the output of the call of which it is the result. */
export function endedBy({ item_id, kind, parent_item_id }: Item): string {
  return kind === "tool_result" && parent_item_id !== undefined ? outputOf(parent_item_id) : item_id;
}

/** Assembles the items in progress of one session from their pieces. Ignores an item with a missing piece, and keeps the end of an output. */
export class ItemsUnderWay {
  private readonly items = new Map<string, Tracked>();

  /** Adds a piece and returns its new part. Null if nothing is new or an earlier piece is missing. */
  add(delta: ItemDelta): ItemDelta | null {
    const { offset, text } = delta;
    const key = growingOf(delta);
    const isOutput = delta.kind === "tool_output";
    const known = this.items.get(key);
    const end = known === undefined ? 0 : known.first.offset + known.text.length;
    if (offset > end || known === undefined) {
      this.items.delete(key);
      if (offset > 0 && !isOutput) return null;
      this.items.set(key, { first: delta, text });
      return delta;
    }
    const fresh = text.slice(end - offset);
    if (fresh === "") return null;
    known.text += fresh;
    if (isOutput) keepEnd(known);
    return offset === end ? delta : { ...delta, offset: end, text: fresh };
  }

  apply(events: readonly SessionEvent[]): void {
    if (this.items.size > 0) for (const event of events) this.end(event);
  }

  private end(event: SessionEvent): void {
    switch (event.type) {
      case "turn.started":
        this.items.clear();
        return;
      case "turn.retrying":
      case "turn.ended":
        this.endAll(event.turn_id);
        return;
      case "item.completed":
        // The items of a response are completed together. Items of a crashed attempt end here too.
        if (event.item.role === "assistant") this.endAll(event.turn_id);
        else this.items.delete(endedBy(event.item));
        return;
      case "session.started":
      case "turn.queued":
      case "item.started":
      case "request.opened":
      case "request.resolved":
      case "context.compacted":
      case "session.rewinding":
      case "session.rewound":
      case "files.rolled_back":
    }
  }

  /** Another turn may run while this one, which was queued, is withdrawn. */
  private endAll(turnId: string): void {
    for (const [key, { first }] of this.items) if (first.turn_id === turnId) this.items.delete(key);
  }

  get isEmpty(): boolean {
    return this.items.size === 0;
  }

  /** Each item as one piece, in the order of their first pieces. */
  pieces(): readonly ItemDelta[] {
    return [...this.items.values()].map(({ first, text }) => ({ ...first, text }));
  }
}

function keepEnd(output: Tracked): void {
  const dropped = output.text.length - MAX_OUTPUT;
  if (dropped <= 0) return;
  output.first = { ...output.first, offset: output.first.offset + dropped };
  output.text = output.text.slice(dropped);
}
