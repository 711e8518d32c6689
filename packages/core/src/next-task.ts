interface Immediates {
  readonly setImmediate?: (work: () => void) => unknown;
}

const waiting: (() => void)[] = [];

/** What has come in meanwhile is served before an immediate runs; a timer stands in where the runtime has none. */
function afterOthers(work: () => void): void {
  const { setImmediate } = globalThis as Immediates;
  if (setImmediate === undefined) setTimeout(work, 0);
  else setImmediate(work);
}

function serve(): void {
  waiting.shift()?.();
  if (waiting.length > 0) afterOthers(serve);
}

/**
 * Lets whatever else waits in this process run. Work that takes long calls it between its slices: each turn of the event loop runs one
 * slice, whichever work it belongs to, so that a request waits for one slice at most.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) afterOthers(serve);
  });
}
