/** The item of the browser's storage that says which changes were viewed. */
export const VIEWED_ITEM = "viewed";

/** Removes it, so that the next person who signs in does not have it. */
export function forgetViewed(): void {
  try {
    localStorage.removeItem(VIEWED_ITEM);
  } catch {
    // Without storage there is nothing to remove.
  }
}
