const HIDDEN_MS = 250;

/** Calls back before the next frame, or after a while if the page is hidden. */
export function beforeNextFrame(callback: () => void): void {
  if (document.hidden) setTimeout(callback, HIDDEN_MS);
  else requestAnimationFrame(callback);
}
