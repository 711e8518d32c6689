import { newId } from "../domain/ids.ts";
import type { EventDraft, SessionEvent } from "../domain/sessions/event.ts";
import type { Item } from "../domain/sessions/item.ts";

/**
 * Copies the items of a log in the order in which the model sees them: a message follows the start of its turn, and items that failed
 * or whose turn never started are left out. The copies have new ids but the turn ids of the original, and no usage. Call `apply` for
 * every event up to the cut, in order.
 */
export class ForkCopy {
  private readonly items = new Map<string, string>();
  private readonly messages = new Map<string, string>();
  private readonly queued = new Set<string>();
  private readonly started = new Set<string>();
  /** Messages that wait for the start of their turn. */
  private readonly held = new Map<string, Item[]>();

  /** The seq of the original of each copy; the copies begin at seq 2. */
  private readonly origins: number[] = [];

  /** The copies that an event adds. */
  apply(event: SessionEvent): readonly EventDraft[] {
    const copies = this.copiesOf(event);
    this.origins.push(...copies.map(() => event.seq));
    return copies;
  }

  private copiesOf(event: SessionEvent): readonly EventDraft[] {
    switch (event.type) {
      case "turn.queued":
        this.queued.add(event.turn_id);
        return [];
      case "turn.started": {
        this.started.add(event.turn_id);
        const held = this.held.get(event.turn_id) ?? [];
        this.held.delete(event.turn_id);
        return held.map((item) => this.completed(item));
      }
      case "item.started": {
        if (!this.items.has(event.item.item_id)) return [];
        return [{ type: "item.started", turn_id: event.turn_id, item: this.copyOf(event.item) }];
      }
      case "item.completed":
        if (event.changed_by !== undefined) {
          this.held.set(event.turn_id, [event.item]);
          return [];
        }
        return event.item.status === "completed" ? this.itemOf(event.item) : [];
      case "turn.ended":
        this.held.delete(event.turn_id);
        return [];
      case "session.started":
      case "request.opened":
      case "request.resolved":
      case "session.rewinding":
      case "session.rewound":
      case "files.rolled_back":
      case "turn.retrying":
        return [];
      case "context.compacted": {
        const { session_id, seq, at, usage, ...compacted } = event;
        return [
          {
            ...compacted,
            through_seq: this.copiedSeq(event.through_seq),
            outputs_through_seq: this.copiedSeq(event.outputs_through_seq),
            kept_message_ids: event.kept_message_ids.map((id) => this.idOf(this.messages, "msg", id)),
          },
        ];
      }
    }
  }

  /** The seq of the last copy whose original is at `seq` or before. */
  private copiedSeq(seq: number | null): number | null {
    if (seq === null) return null;
    const later = this.origins.findIndex((origin) => origin > seq);
    return 1 + (later < 0 ? this.origins.length : later);
  }

  private itemOf(item: Item): readonly EventDraft[] {
    const isShown = this.started.has(item.turn_id) || !this.queued.has(item.turn_id);
    if (isShown) return [this.completed(item)];
    if (item.role === "user") this.held.set(item.turn_id, [...(this.held.get(item.turn_id) ?? []), item]);
    return [];
  }

  private completed(item: Item): EventDraft {
    return { type: "item.completed", turn_id: item.turn_id, item: this.copyOf(item) };
  }

  private copyOf(item: Item): Item {
    const { parent_item_id, ...rest } = item;
    return {
      ...rest,
      item_id: this.idOf(this.items, "item", item.item_id),
      message_id: this.idOf(this.messages, "msg", item.message_id),
      ...(parent_item_id !== undefined && {
        parent_item_id: this.idOf(this.items, "item", parent_item_id),
      }),
    };
  }

  private idOf(ids: Map<string, string>, prefix: "item" | "msg", id: string): string {
    const known = ids.get(id);
    if (known !== undefined) return known;
    const made = newId(prefix);
    ids.set(id, made);
    return made;
  }
}
