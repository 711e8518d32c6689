import type { ItemDelta, Schemas } from "./schemas.ts";

/** A piece of an item that is being created, with the text of the item up to and including it. */
export interface TextDelta extends ItemDelta {
  readonly text_so_far: string;
}

/** An item that is being created, with its text so far. */
export type ItemInProgress = Schemas["Sync"]["in_progress"][number];

interface Known {
  /** The offset at which the text starts. Above 0 only for the output of a call. */
  readonly start: number;
  readonly text: string;
  /** The offset up to which it was returned. */
  readonly returned: number;
}

const NOTHING: Known = { start: 0, text: "", returned: 0 };

const endOf = ({ start, text }: Known) => start + text.length;

/** Of the output of a running call only the end is sent, so that pieces may be left out. */
const isOutput = (kind: string) => kind === "tool_output";

/**
 * Combines the pieces of items. Text that was already returned is removed. Text that the reader missed is returned with the next piece if
 * `sync` contained it; otherwise nothing more is returned for that item until its `item.completed`. The output of a call starts again at a
 * piece after missing ones.
 */
export class DeltaText {
  private readonly items = new Map<string, Known>();

  /** Adds text that was created while the reader was disconnected. */
  sync(items: readonly ItemInProgress[]): void {
    for (const { item_id, text, offset: start = 0 } of items as readonly (ItemInProgress & {
      offset?: number;
    })[]) {
      const known = this.items.get(item_id) ?? NOTHING;
      const next = { start, text, returned: Math.max(start, known.returned) };
      if (endOf(next) > endOf(known)) this.items.set(item_id, next);
    }
  }

  /** Returns the delta with its new text, or null. */
  add(delta: ItemDelta): TextDelta | null {
    let known = this.items.get(delta.item_id) ?? NOTHING;
    if (delta.offset > endOf(known)) {
      if (!isOutput(delta.kind)) return null;
      known = { start: delta.offset, text: "", returned: delta.offset };
    }
    const { start, returned } = known;
    const text_so_far = known.text + delta.text.slice(endOf(known) - delta.offset);
    const end = start + text_so_far.length;
    if (end === returned) return null;
    this.items.set(delta.item_id, { start, text: text_so_far, returned: end });
    return { ...delta, offset: returned, text: text_so_far.slice(returned - start), text_so_far };
  }

  /** Forgets a completed item. */
  forget(itemId: string): void {
    this.items.delete(itemId);
  }
}
