import type { SessionView } from "./session-view.ts";

/** The text of the latest message of a user, also of one that waits; or null. */
export function lastMessage({
  order,
  rows,
  queue,
}: Pick<SessionView, "order" | "rows" | "queue">): string | null {
  const waiting = queue.at(-1)?.messages.at(-1);
  if (waiting !== undefined) return waiting.text;
  const id = order.findLast((each) => rows.get(each)?.kind === "user");
  const row = id === undefined ? undefined : rows.get(id);
  return row?.kind === "user" ? row.text : null;
}
