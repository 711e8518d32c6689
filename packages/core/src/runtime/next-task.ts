interface Immediates {
  readonly setImmediate?: (work: () => void) => unknown;
}

const waiting: (() => void)[] = [];

function serve(): void {
  waiting.shift()?.();
  if (waiting.length > 0) (globalThis as Immediates).setImmediate?.(serve);
}

/**
 * Lets whatever else waits in this process run. Work that takes long calls it between its slices: each turn of the event loop runs one
 * slice, whichever work it belongs to, so that a request waits for one slice at most. Where the runtime has no immediates, each caller has a
 * timer of its own: one may end with the request that set it.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { setImmediate } = globalThis as Immediates;
    if (setImmediate === undefined) {
      setTimeout(resolve, 0);
      return;
    }
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(serve);
  });
}
