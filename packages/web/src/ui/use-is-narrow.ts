import { useSyncExternalStore } from "react";

const NARROW = "(max-width: 48rem)";

function listen(listener: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the page has the width of a phone. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(listen, () => matchMedia(NARROW).matches);
}
