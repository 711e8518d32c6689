interface Immediates {
  readonly setImmediate?: (work: () => void) => unknown;
}

/** Does something as soon as what the process is at has settled, where the runtime has a word for that; else as the next micro-task. */
export function soon(work: () => void): void {
  const { setImmediate } = globalThis as Immediates;
  if (setImmediate === undefined) queueMicrotask(work);
  else setImmediate(work);
}
