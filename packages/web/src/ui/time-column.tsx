import { RelativeTime } from "./relative-time.tsx";
import type { Column } from "./table.tsx";

/** A column with a time, or with a text where there is none. Hidden on narrow screens. */
export function timeColumn<Item>(
  title: string,
  width: string,
  timeOf: (item: Item) => string | null,
  none = "",
): Column<Item> {
  const cell = (item: Item) => {
    const at = timeOf(item);
    return at === null ? none : <RelativeTime at={at} />;
  };
  return { title, width, isExtra: true, isMuted: true, cell };
}
