const HIDDEN_MS = 250;

/** Calls back before the page is drawn next; of a page that nobody sees, a little later. */
export function beforeNextFrame(callback: () => void): void {
  if (document.hidden) setTimeout(callback, HIDDEN_MS);
  else requestAnimationFrame(callback);
}
