import type { ItemDelta } from "@workspace-agent/client";
import { applyOutput } from "./call-outputs.ts";
import type { LiveItem, SessionView } from "./session-view.ts";

type Delta = Pick<ItemDelta, "item_id" | "turn_id" | "kind" | "offset" | "text" | "at">;

function isShown(kind: ItemDelta["kind"]): kind is LiveItem["kind"] {
  return kind === "message" || kind === "reasoning" || kind === "tool_call";
}

function continued(item: LiveItem, { offset, text }: Delta): LiveItem {
  // After a gap, only the completed item has the full text.
  if (offset > item.text.length) return item;
  const fresh = text.slice(item.text.length - offset);
  return fresh === "" && !item.isStale ? item : { ...item, text: item.text + fresh, isStale: false };
}

/** Adds a delta to the view. A delta that is a duplicate, follows a gap, or belongs to a completed item changes nothing. */
export function applyDelta(view: SessionView, delta: Delta): SessionView {
  const { item_id: id, kind, turn_id: turnId, at, text, offset } = delta;
  if (kind === "tool_output") return applyOutput(view, delta);
  if (!isShown(kind) || view.rows.has(id)) return view;
  const index = view.live.findIndex((item) => item.id === id);
  const known = view.live[index];
  if (known !== undefined) {
    const next = continued(known, delta);
    return next === known ? view : { ...view, live: view.live.with(index, next) };
  }
  if (offset > 0 || text === "") return view;
  // A new response replaces the stale one.
  const current = view.live.filter(({ isStale }) => !isStale);
  return { ...view, live: [...current, { id, turnId, kind, text, at, isStale: false }] };
}

/** To be called when the connection is lost: the items in progress may not continue. */
export function markStale(view: SessionView): SessionView {
  return view.live.length === 0
    ? view
    : { ...view, live: view.live.map((item) => ({ ...item, isStale: true })) };
}
