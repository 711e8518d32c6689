import type { ItemDelta, Schemas } from "./schemas.ts";

/** A piece of an item that is being made, and the item's text up to and with it. */
export interface TextDelta extends ItemDelta {
  readonly text_so_far: string;
}

/** An item under way with its text so far. */
export type ItemInProgress = Schemas["Sync"]["in_progress"][number];

interface Known {
  readonly text: string;
  /** So much of it was given. */
  readonly given: number;
}

const NOTHING: Known = { text: "", given: 0 };

/**
 * Puts the pieces of items together. What was given already is cut off, and what was missed (the reader came late, or lost its
 * connection) is given with the next piece where `sync` had it; else nothing more is given of an item: its `item.completed` has all
 * of it.
 */
export class DeltaText {
  private readonly items = new Map<string, Known>();

  /** What was made while nothing was received. */
  sync(items: readonly ItemInProgress[]): void {
    for (const { item_id, text } of items) {
      const known = this.items.get(item_id) ?? NOTHING;
      if (text.length > known.text.length) this.items.set(item_id, { ...known, text });
    }
  }

  /** The delta with what is new in it, or null. */
  add(delta: ItemDelta): TextDelta | null {
    const { text: before, given } = this.items.get(delta.item_id) ?? NOTHING;
    if (delta.offset > before.length) return null;
    const text_so_far = before + delta.text.slice(before.length - delta.offset);
    if (text_so_far.length === given) return null;
    this.items.set(delta.item_id, { text: text_so_far, given: text_so_far.length });
    return { ...delta, offset: given, text: text_so_far.slice(given), text_so_far };
  }

  /** The item is complete. */
  forget(itemId: string): void {
    this.items.delete(itemId);
  }
}
