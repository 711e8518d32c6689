import type { SessionView } from "./session-view.ts";

/** The turns of a row and of all rows after it, in order. */
export function turnsFrom(
  { order, rows }: Pick<SessionView, "order" | "rows">,
  id: string,
): readonly string[] {
  const turns = new Set<string>();
  for (const each of order.slice(order.indexOf(id))) {
    const row = rows.get(each);
    if (row !== undefined && "turnId" in row) turns.add(row.turnId);
  }
  return [...turns];
}
