import type { ItemDelta } from "@workspace-agent/client";
import type { LiveItem, SessionView } from "./session-view.ts";

type Piece = Pick<ItemDelta, "item_id" | "turn_id" | "kind" | "offset" | "text" | "at">;

function isShown(kind: ItemDelta["kind"]): kind is LiveItem["kind"] {
  return kind === "message" || kind === "reasoning" || kind === "tool_call";
}

function continued(item: LiveItem, { offset, text }: Piece): LiveItem {
  // After a gap only the completed item tells the rest.
  if (offset > item.text.length) return item;
  const fresh = text.slice(item.text.length - offset);
  return fresh === "" && !item.isStale ? item : { ...item, text: item.text + fresh, isStale: false };
}

/**
 * A view with a piece of an item added. A piece that is known already, that follows a gap, or whose item is complete, changes nothing.
 */
export function applyDelta(view: SessionView, piece: Piece): SessionView {
  const { item_id: id, kind, turn_id: turnId, at, text, offset } = piece;
  if (!isShown(kind) || view.rows.has(id)) return view;
  const index = view.live.findIndex((item) => item.id === id);
  const known = view.live[index];
  if (known !== undefined) {
    const next = continued(known, piece);
    return next === known ? view : { ...view, live: view.live.with(index, next) };
  }
  if (offset > 0 || text === "") return view;
  // A response that was begun again takes the place of the one that broke off.
  const kept = view.live.filter(({ isStale }) => !isStale);
  return { ...view, live: [...kept, { id, turnId, kind, text, at, isStale: false }] };
}

/** A view whose connection is gone. */
export function withoutConnection(view: SessionView): SessionView {
  return view.live.length === 0
    ? view
    : { ...view, live: view.live.map((item) => ({ ...item, isStale: true })) };
}
