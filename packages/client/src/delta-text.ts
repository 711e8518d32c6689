import type { ItemDelta } from "./schemas.ts";

/** A piece of an item that is being made, and the item's text up to and with it. */
export interface TextDelta extends ItemDelta {
  readonly text_so_far: string;
}

/**
 * Puts the pieces of items together. What was given already is cut off; after a gap (the reader came late, or lost its
 * connection) nothing more is given of an item: its `item.completed` has all of it.
 */
export class DeltaText {
  private readonly texts = new Map<string, string>();

  /** The delta with what is new in it, or null. */
  add(delta: ItemDelta): TextDelta | null {
    const before = this.texts.get(delta.item_id) ?? "";
    if (delta.offset > before.length) return null;
    const text = delta.text.slice(before.length - delta.offset);
    if (text === "") return null;
    const text_so_far = before + text;
    this.texts.set(delta.item_id, text_so_far);
    return { ...delta, offset: before.length, text, text_so_far };
  }

  /** The item is complete. */
  forget(itemId: string): void {
    this.texts.delete(itemId);
  }
}
