import type { ItemDelta, Schemas } from "./schemas.ts";

/** A piece of an item that is being created, with the text of the item up to and including it. */
export interface TextDelta extends ItemDelta {
  readonly text_so_far: string;
}

/** An item that is being created, with its text so far. */
export type ItemInProgress = Schemas["Sync"]["in_progress"][number];

interface Known {
  readonly text: string;
  /** How much of it was returned. */
  readonly returned: number;
}

const NOTHING: Known = { text: "", returned: 0 };

/**
 * Combines the pieces of items. Text that was already returned is removed. Text that the reader missed is returned with the next piece if
 * `sync` contained it; otherwise nothing more is returned for that item until its `item.completed`.
 */
export class DeltaText {
  private readonly items = new Map<string, Known>();

  /** Adds text that was created while the reader was disconnected. */
  sync(items: readonly ItemInProgress[]): void {
    for (const { item_id, text } of items) {
      const known = this.items.get(item_id) ?? NOTHING;
      if (text.length > known.text.length) this.items.set(item_id, { ...known, text });
    }
  }

  /** Returns the delta with its new text, or null. */
  add(delta: ItemDelta): TextDelta | null {
    const { text: before, returned } = this.items.get(delta.item_id) ?? NOTHING;
    if (delta.offset > before.length) return null;
    const text_so_far = before + delta.text.slice(before.length - delta.offset);
    if (text_so_far.length === returned) return null;
    this.items.set(delta.item_id, { text: text_so_far, returned: text_so_far.length });
    return { ...delta, offset: returned, text: text_so_far.slice(returned), text_so_far };
  }

  /** Forgets a completed item. */
  forget(itemId: string): void {
    this.items.delete(itemId);
  }
}
